from tests.report.undrawn_charts import drawn, undrawn_charts

__all__ = ["drawn", "undrawn_charts"]
