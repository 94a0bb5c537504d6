"""The command `nanori mentions`."""

from collections import Counter
from typing import Annotated

import msgspec

from nanori.documents import mentions as finding
from nanori.documents import prose_mentions, source
from nanori.documents.values import FINDINGS
from nanori.formats.io import writing
from nanori.model import diagnostics, visible
from nanori.names import database
from nanori.surfaces.cli import progress
from nanori.surfaces.cli.arguments import Argument, Option
from nanori.surfaces.cli.options import DatabasePath, GameOption, To, WritingOptions, prove_output

EXAMPLES = {
    "nanori mentions examples/article.txt --db names.sqlite": "wrong names in an article",
}

# Exit codes: nothing to report, something to report.
CLEAN, FOUND = 0, 1


ProseFile = Annotated[str, Argument("A text file; - is standard input.", "FILE")]


class Options(WritingOptions, kw_only=True):
    """What `nanori mentions` is asked for."""

    file: ProseFile
    to: To = "text"
    db: DatabasePath = None
    game: GameOption = ""
    every: Annotated[bool, Option("Also show correct mentions.", ("--all",))] = False
    terms: Annotated[bool, Option("Also show terms given in two languages.")] = False


def mentions(options: Options) -> int:
    """Find and check the card names in prose: plain, in two languages, in 《》 or [[]].

    As text, shows what is wrong, or with --all every mention; as JSON Lines, every mention.
    """
    output, to = options.output, options.to
    document = source.read(options.file)
    prove_output(output, options.file)
    with database.Database.open(options.db) as register, progress.waiting("reading names"):
        mentioned = prose_mentions.find(document, register, game=options.game)
    shown = [mention for mention in mentioned if options.terms or mention.status != "term"]
    with writing.output(output) as out:
        for mention in shown:
            diagnostic = finding.diagnosed(document, mention)
            if to == "jsonl":
                record = {**msgspec.to_builtins(diagnostic), **finding.record(mention)}
                out.write(visible.json(record) + b"\n")
            elif options.every or mention.status in FINDINGS:
                out.write(
                    f"{visible.in_line(diagnostics.as_line(diagnostic, severity=True))}\n".encode()
                )
        if to == "text":
            counts = Counter(mention.status for mention in shown)
            total = diagnostics.summary(counts, "no mention")
            out.write(visible.visible(f"{document.path}: {total}\n").encode())
    return FOUND if any(mention.status in FINDINGS for mention in mentioned) else CLEAN
