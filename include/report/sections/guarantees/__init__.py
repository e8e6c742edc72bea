"""Were the guarantees kept although something was broken on purpose?"""

from include.rendering.blocks import Block, Folded, Paragraph, paragraphs, with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.guarantees.cases import case_table
from include.report.sections.guarantees.matrix import matrices
from include.report.sections.guarantees.sentences import guarantee_sentences
from include.report.sections.guarantees.violating_messages import message_table
from include.report.sections.record import Question, ReportSection, SectionRecord
from include.report.treatments.fault_variants import has_faults

HOW_TO_READ = (
    "Each row is one way to send and to receive messages. An entry shows, over all attempts under one "
    "fault, whether the guarantee of the semantics was kept, was broken, or remains unproven. Below the "
    "verdict are the violations that occurred, also those that the semantics allows. Then follows in how "
    "many episodes the guarantee was broken, of those that could show it: an episode is one occurrence of "
    "the fault in one attempt; without a fault, cells are counted. Last is the upper bound at 95% confidence "
    "of violations per million messages, the largest of all that is guaranteed: it holds only if messages "
    "are violated independently of one another, which those that one fault hits are not."
)

NO_VIOLATION = "No violation was found, of those that were looked for."


def _build(run: MeasuredRun) -> ReportSection:
    messages = message_table(run)
    last: Block = Folded(messages.caption, messages) if messages.has_rows else Paragraph(NO_VIOLATION)
    return ReportSection(
        id="guarantees",
        title="Guarantees",
        blocks=[*with_rows(case_table(run)), last],
        answer=paragraphs(guarantee_sentences(run)),
        evidence=[*matrices(run), Paragraph(HOW_TO_READ, is_note=True)],
    )


RECORD = SectionRecord("guarantees", lambda run: has_faults(run.plan), _build, Question.GUARANTEES)
