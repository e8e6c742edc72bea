"""Run a module as a program that prefers the packages of a folder to installed packages.

python include/load_runtime/with_package.py <folder> <module> <argument> …
"""

import runpy
import sys

if __name__ == "__main__":
    sys.path[0], module = sys.argv[1:3]  # it was the folder of this file
    del sys.argv[1:3]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
