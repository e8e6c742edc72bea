from tests.report.undrawn_charts import undrawn_charts

__all__ = ["undrawn_charts"]
