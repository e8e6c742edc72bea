"""Topic to topic: a copier consumes, transforms and produces; its semantics decides how.

At most once commits its offsets before it produces, at least once after, and exactly once sends them into the
transaction of what it produces. A producer feeds the first topic, and a consumer reads the second; neither is
under test, so that both are as safe as a client can be.
"""

from include.scenarios.copy.settings import CopySettings
from include.scenarios.scenario import Scenario

RECORD = Scenario("copy", CopySettings)
