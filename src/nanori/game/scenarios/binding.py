"""The library's function for scenarios: plain or typed, from a file, a text or a value."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from nanori.game.queries import Reply
from nanori.game.scenarios.answering import answered, load
from nanori.game.scenarios.typed.scenarios import Scenario, ScenarioAnswer, plain, typed
from nanori.model.errors import OnError

if TYPE_CHECKING:
    from nanori.formats.io.in_memory import Readable
    from nanori.names.lookup import Names


@overload
def bind(
    scenario: Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[ScenarioAnswer]: ...


@overload
def bind(
    scenario: Readable | Mapping[str, Any],
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply]: ...


def bind(
    scenario: Readable | Mapping[str, Any] | Scenario,
    *,
    names: str | os.PathLike[str] | Names | None = None,
    cards: Sequence[str | os.PathLike[str]] = (),
    on_warning: OnError | None = None,
) -> list[Reply] | list[ScenarioAnswer]:
    """Return an answer for each question of a scenario, in order (CR 201.5a, 201.5b).

    Without `questions` the answers are the states of all objects that events have changed.
    `scenario` is a mapping of `objects`, `events` and `questions`, as the interchange format has
    them; or a YAML or JSON file of the same: its path, its bytes, or its text, which is a `str`
    with a line end or one that begins like JSON. `names` is a database of names, or its path;
    without it the user's is asked, else the small one that comes with nanori. `cards` are card
    files in any format, from which objects take the cards that they name: `card: Ash Wolf`.

    An answer to `state` is `{"object": id, "names": [str], "abilities": [ability], "rules":
    [str]}`, an ability `{"text": str, "references": [reference], "origin": str, "rules": [str]}`
    and, where it came from another object, `"from": id`, where its words have changed, `"was":
    str`. A reference is `{"start", "end", "text", "form", "target", "binds_to": id or None,
    "rule"}`; start and end count code points of the ability's text. Answers to the other
    questions have `answer` and `rule`. A `nanori.scenarios.Scenario` is answered by values:
    `State`, `Verdict` and `Choice`.

    `on_warning` takes what is odd and changes no answer, each with its place. NanoriError for a
    scenario that cannot be read or played: its message names the place, as `events[3].gain.from:
    no object “XY”`, its path and line the file.

        >>> wolf = {"name": "Ash Wolf", "text": "{R}: Untap Ash Wolf."}
        >>> eel = {"name": "Mist Eel", "text": "Flying"}
        >>> (answer,) = nanori.bind({
        ...     "objects": [{"id": "W", "card": wolf}, {"id": "E", "card": eel}],
        ...     "events": [{"gain": {"object": "E", "from": "W", "abilities": "activated"}}],
        ... })
        >>> print(answer["abilities"][1]["text"])
        {R}: Untap Mist Eel.

    Sources: CR 111, 201, 400.7, 612, 613, 702.47, 707–712; Duel Masters 202.
    """
    from nanori.formats.io.in_memory import file_of, path_of

    files = [os.fspath(file) for file in cards]
    if isinstance(scenario, Scenario):
        replies = answered(load(plain(scenario)), None, names, on_warning, files)
        return typed(replies, scenario.questions)
    given = scenario if isinstance(scenario, Mapping) else file_of(scenario, what="scenario")
    path = None if isinstance(given, Mapping) else path_of(given)
    return answered(load(given), path, names, on_warning, files)
