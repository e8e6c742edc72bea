"""What was published: figures that stand beside measured ones, and findings that may be reproduced."""
