"""What files are judged to be, with the real librdkafka."""

from pathlib import Path

from include.cells.client_command import answer_of
from include.matrix.judged.judgement import Files, Judgement, judge_files
from include.matrix.validation_errors import ExperimentError


def judgement(folder: Path, both: str = "", client: str = "librdkafka", **texts: str) -> Judgement:
    """The judgement of a text as a file with the settings of both roles, or of a text for each purpose."""
    if both:
        written = dict.fromkeys(("producer", "consumer"), folder / "app.properties")
        (folder / "app.properties").write_text(both, encoding="utf-8")
    else:
        written = {purpose: folder / f"{purpose}.properties" for purpose in texts}
        for purpose, text in texts.items():
            written[purpose].write_text(text, encoding="utf-8")
    if both and "baseline" in texts:
        written["baseline"] = folder / "baseline.properties"
        written["baseline"].write_text(texts["baseline"], encoding="utf-8")
    files = Files(*(written.get(purpose) for purpose in ("producer", "consumer", "baseline")))
    return judge_files(files, [client], answer_of)


def refusal(folder: Path, both: str) -> str:
    """Why a file is refused, without the folder; fails if it is not."""
    try:
        judgement(folder, both)
    except ExperimentError as error:
        return str(error).replace(f"{folder}/", "")
    raise AssertionError("the file was accepted")
