"""What a language's `.toml` file says to checks, of documents, of tables and of another game."""

# Without `from __future__ import annotations`: msgspec would compile what each annotation says at
# every start, a twentieth of one.
import msgspec

from nanori.grammar.lexicon.pattern import Pattern, WordList
from nanori.grammar.lexicon.templating import Templating


class Width(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signs of one sort that a text may write in two widths; both are patterns."""

    narrow: Pattern
    """What is to become wide."""
    wide: Pattern
    """How the same text has it elsewhere."""


class Selves(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of a card in its own text; words and patterns of words, all optional.

    Who does it and to what it is done is asked of the tree.
    """

    nouns: dict[str, tuple[str, ...]] = {}
    """Nouns of permanents behind a demonstrative, to the words of type lines that make it right."""
    originals: dict[str, tuple[str, ...]] = {}
    """Nouns behind a demonstrative of the language of originals, to those that say the same."""
    becoming: tuple[str, ...] = ()
    """Keywords by which a card is another kind of permanent, in small letters."""
    in_play: WordList = WordList()
    """What is said of objects on the battlefield alone, besides what the tree tells."""
    dealt: WordList = WordList()
    """What spells deal as well."""
    turning: WordList = WordList()
    """What turns an object into another face, besides verbs that say just that."""
    attached: tuple[str, ...] = ()
    """Words of type lines of what is attached, and may say its own name in what it gives."""
    measured: WordList = WordList()
    """What of the creature a given ability is about."""
    owned: Pattern = Pattern()
    """What stands behind an object whose own it is, where an apostrophe lacks: “ power”."""
    readied: WordList = WordList()
    """Verbs of what is done to it."""
    sacrificed: WordList = WordList()
    """Verbs of what is done to the giver, if it is attached, else to what has the ability."""
    unremarked: tuple[str, ...] = ()
    """Nouns of the language of reference that brackets in this language leave out."""
    unsaid: bool = False
    """Whether brackets in this language may leave out what the keyword is of, or say “it”."""
    any_permanent: str = ""
    """The noun of the language of reference that brackets in this one may have for any other."""
    pronouns: Pattern = Pattern()
    """Words that may stand for an object instead of its name: “it”, “its”."""
    said_again: bool = False
    """Whether “this creature” may stand where other languages say “it”: no pronoun means one."""
    strange: Pattern = Pattern()
    """How a card's name is spelt, where nothing is known of it."""


class Amounts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language writes numbers that a translation keeps."""

    numbers: dict[str, tuple[str, ...]] = {}
    """Numbers in digits, to the words for them, in small letters."""
    no_number: WordList = WordList()
    """What has such words in it and is no number."""
    counted: Pattern = Pattern(r"(?P<number>\d{1,6})")
    """A number in digits, in half width; `number` captures it."""
    limit: WordList = WordList()
    """Words that say that a number is the most or the least."""
    again: WordList = WordList()
    """Words for an amount said elsewhere, which the other language may say once more."""
    strict: WordList = WordList()
    """Those of them that leave the number itself out, so that the one beside it may be said."""


class FormerTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A term that the rules had in former times, and that of today."""

    written: str
    """What is not to be written."""
    meant: str
    """What stands in its place."""
    since: str
    """The date, `YYYY-MM-DD`, of the first set that has the other throughout."""
    behind: str = ""
    """What stands before the words where they are part of others."""


class Punctuation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signs of other languages that stand for those of this one."""

    signs: dict[str, str] = {}
    """Signs behind the language's own script, to its own."""
    listed: str = ""
    """Of these, what divides costs,"""
    costs: str = ""
    """which a line has that ends in one of these signs, in front of an effect,"""
    dashes: str = ""
    """or behind one of these, in a keyword."""


class Distinction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words of which one must not stand for another: gain and lose, tapped and untapped."""

    values: dict[str, tuple[Pattern, ...]]
    """What is said, as `saying` of the other language has it, to patterns of this language's words.

    Plain words in the same place of two lists are the same form of each.
    """
    instead: tuple[str, ...] = ()
    """Values that may stand for another; all if there are none here."""
    lost: tuple[str, ...] = ()
    """Values that are missed also where none of the others stands in their place,"""
    added: tuple[str, ...] = ()
    """and those that must not stand where the original has none of them;"""
    removable: bool = False
    """whether the sentence is whole without them;"""
    clause: bool = False
    """whether a clause says them, which a line as long as its original has not lost."""
    before: Pattern = Pattern()
    """What holds before any of the words, of no width,"""
    behind: Pattern = Pattern()
    """and of what holds behind them."""
    again: Pattern = Pattern()
    """What stands before one of them that is said instead of a pronoun, of no width."""
    but: Pattern = Pattern()
    """Words of a line in which nothing of this is reported;"""
    unless: str = ""
    """and what, if the original says it, turns it round."""
    terms: bool = False
    """Whether these are terms of the rules, and no small words."""
    since: str = ""
    """The date, `YYYY-MM-DD`, of the first prints that say it so; older ones may not."""


class Mending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a line that lacks a word of its original, or has one too many."""

    said: tuple[str, ...]
    """The words of the original, as `saying` or `terms` have them."""
    written: Pattern
    """What stands there, in half width,"""
    meant: str
    """and what is meant, `{}` being what is written."""


class Garble(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that no rules text of a language has, whatever it is translated from."""

    wrong: Pattern
    why: str
    """What is wrong with them: one line, as it is reported."""
    meant: str = ""
    """What stands in their place, with `\\1` for groups; empty where nobody can know."""
    near: Pattern = Pattern()
    """What a text with them has, if that is found more quickly than they are."""
    cards: bool = False
    """Whether running text, and the cards of other games, may say it."""


class Seam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words with what no rules text has between them: a particle, an ending, nothing."""

    before: tuple[str, ...]
    meant: str
    """What stands between them."""
    said: tuple[str, ...] = ("",)
    """What is there by a slip."""
    behind: tuple[str, ...] = ("",)


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words, mostly verbs, and the particles that may join to them what stands before them."""

    heads: tuple[str, ...]
    """Words, or their stems if they have `ends`."""
    takes: dict[str, tuple[str, ...]]
    """Classes of `arguments` to their particles, the usual one first; others may have any."""
    ends: tuple[str, ...] = ("",)


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that count a sort of things."""

    things: tuple[str, ...]
    words: tuple[str, ...]


class Spelling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How words of names are spelt."""

    dictionary: str = ""
    """The code under which the spelling checker has a dictionary; no names without it."""
    vowels: str = ""
    """Letters of which one is easily written for another."""
    endings: tuple[str, ...] = ()
    """How words end that a dictionary has without that,"""
    beginnings: tuple[str, ...] = ()
    """and how they begin."""
    variants: tuple[tuple[str, str], ...] = ()
    """Letters that another country writes in words, each with those that the dictionary has."""


class Checks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What checks of card files need to know of a language; all are optional."""

    words: tuple[str, ...] = ()
    """Plain words of rules texts that are as short as names are, and near to some."""
    selves: Selves = Selves()
    length: float = 1.0
    """How many code points a text has for each of the language of originals."""
    terms: dict[str, tuple[str, ...]] = {}
    """Words of the language of originals, to those any of which says the same."""
    alone: dict[str, tuple[str, ...]] = {}
    """Words that a translation has only where its original has one of these, or longer ones."""
    answered: dict[str, tuple[str, ...]] = {}
    """Words of originals, divided by commas, to those one of which the translation has for each."""
    doubtful: tuple[str, ...] = ()
    """Words of both that may stand without the other; they tell what stands for what alone."""
    unrepeated: tuple[str, ...] = ()
    """Words of originals that a translation says once for several."""
    joined: Pattern = Pattern("(?!)")
    """A letter beside which a word of such letters is a part of a longer one."""
    stem: Pattern = Pattern(".*")
    """A word without the ending that says how it is used."""
    content: Pattern = Pattern()
    """A word that means something by itself, and is no ending or particle."""
    attributive: tuple[str, ...] = ()
    """How words end that stand right before what they are said of."""
    endings: Pattern = Pattern()
    """Letters that endings and particles are made of, in which translations may rightly differ."""
    loan: Pattern = Pattern("(?!)")
    """A word in the letters that are for loanwords alone."""
    parted: Pattern = Pattern("(?!)")
    """A blank in a run of letters of one script; `before` and `behind` capture its halves."""
    spare: Pattern = Pattern()
    """Words that a translation may say or leave out: a pronoun with its particle, “one”."""
    particle: Pattern = Pattern()
    """What may follow any word where words are not divided; what fixes put in is held to it."""
    joined_words: tuple[str, ...] = ()
    """Words with letters beside each other that no other table has so."""
    person: Pattern = Pattern()
    """A planeswalker of a type that is a person's name (CR 205.3j); `type` captures it."""
    person_line: Pattern = Pattern()
    """A type line with one such type; `type` captures it."""
    target: Pattern = Pattern()
    """What says that something is a target, outside reminder text."""
    templating: Templating = Templating()
    spelling: Spelling = Spelling()
    outdated: tuple[FormerTerm, ...] = ()
    """Terms of the rules of former times."""
    punctuation: Punctuation = Punctuation()
    widths: tuple[Width, ...] = ()
    """Signs that are written in one width throughout a text."""
    own_width: tuple[Pattern, ...] = ()
    """What has a width of its own: symbols, loyalty abilities, the lines of a level."""
    symbol: Pattern = Pattern()
    """What stands in the braces of a symbol."""
    ruby: Pattern = Pattern()
    """The reading of the characters before it, set into a text; `reading` captures it."""
    brackets: dict[str, str] = {}
    """Brackets taken for others, opening and closing, to those that prints have."""
    nested: tuple[str, str] = ("", "")
    """Quotation marks, and those for a quotation within one."""
    separators: Pattern = Pattern()
    """Signs that divide a name into words (Duel Masters 202.3)."""
    reflexive: str = ""
    """A word for the object in the place of its name, said again: “itself”."""
    amounts: Amounts = Amounts()
    types: dict[str, str] = {}
    """Types and supertypes as type lines write them, to those of originals."""
    letter: Pattern = Pattern(r"\w")
    """A character that goes on with a subtype, which is then a part of a longer word."""
    types_since: dict[str, str] = {}
    """Subtypes that cards were given later, to the date, `YYYY-MM-DD`, of the first prints."""
    ability_words: dict[str, tuple[str, ...]] = {}
    """Ability words of originals (CR 207.2c), to those any of which is one of them here."""
    reminders: dict[str, Pattern] = {}
    """Keywords, in small letters, to all that a reminder text of theirs says."""
    reworded: tuple[Pattern, ...] = ()
    """What reminder text says otherwise in another language; without it none is compared."""
    slips: tuple[Garble, ...] = ()
    seams: tuple[Seam, ...] = ()
    """What a rules text never says."""
    arguments: dict[str, tuple[Pattern, ...]] = {}
    """Classes of words that particles follow: patterns, each of one length."""
    particles: Pattern = Pattern()
    """Particles that may be wrong after an argument, alone."""
    particle_pairs: Pattern = Pattern()
    """Two that are never next to each other,"""
    particle_pair_ends: Pattern = Pattern()
    """and where they end if neither is part of a word, with no width."""
    frames: tuple[Frame, ...] = ()
    """Which of them each class takes before which words."""
    misconverted: dict[str, tuple[str, ...]] = {}
    """Words of the rules to those of the same sound that are written for them."""
    misread: dict[str, str] = {}
    """Letters of such words to those that are taken for them."""
    quotation_end: Pattern = Pattern()
    """Where a quoted ability must end, by what follows it."""
    counters: tuple[Counter, ...] = ()
    """Words that count things, in a language that has one for each sort of things."""
    saying: dict[str, Pattern] = {}
    """What an original says in small words, to their pattern; `compared` of translations asks."""
    saying_words: dict[str, WordList] = {}
    """The same, to plain words."""
    compared: tuple[Distinction, ...] = ()
    """What a translation must not say instead of it."""
    opening: Pattern = Pattern()
    """What stands before a condition that a sentence lacks, where verbs end their sentences."""
    lost: tuple[Mending, ...] = ()
    """Where a word that a line lacks would stand,"""
    surplus: tuple[Mending, ...] = ()
    """and what a line says without a word that its original does not have."""


class Documents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How prose and rules documents of a language are written; all are optional."""

    games: dict[str, tuple[str, ...]] = {}
    """Words that only texts about another game have, by the game."""
    own_words: tuple[str, ...] = ()
    """Words, or their beginnings, of which three in four texts of this game have some."""
    titles: tuple[str, ...] = ()
    """Marks in pairs in which prose writes card names."""
    quotes: tuple[str, ...] = ()
    """Marks in pairs in which it quotes words, among them names."""
    quotations: tuple[str, ...] = ()
    """Marks in pairs of quotations, the one that is used first, then others."""
    boundary: Pattern = Pattern()
    """What ends before a name in running text begins, where words are not divided."""
    joint: Pattern = Pattern()
    """What joins a name to the one before it."""
    inside_word: Pattern = Pattern()
    """Two characters that hardly belong to two words, where words are not divided."""
    no_beginning: Pattern = Pattern()
    """Two characters between which no name begins, not even a misspelt one."""
    foreign_end: str = ""
    """What ends words of the reference language in running text of this one; a pattern."""
    sentence_sign: str = ""
    """What a rule has in it and a heading has not; a pattern."""
    translations: dict[str, tuple[str, ...]] = {}
    """Words of rules in the language of originals, to those any of which says the same."""
    term: Pattern = Pattern()
    """A word of a term; where words are not divided, a stretch in which one may lie."""
    endings: Pattern = Pattern()
    """How a word ends in other forms of it."""
    plurals: dict[str, str] = {}
    """How names end that are said of several cards, to how the name itself ends."""
    no_names: tuple[str, ...] = ()
    """Words that prose about the game uses for something else than the card, in small letters."""
    plural_before: tuple[str, ...] = ()
    """What stands behind the word of a name that has the plural, if that is not its last."""
    fillers: tuple[str, ...] = ()
    """Words in which no term begins or ends, in small letters."""
    example: Pattern = Pattern()
    """What an example of a rule begins with."""
    of_set_before: Pattern = Pattern()
    """What stands before marks in which not a card is named but a set or a product,"""
    of_set_behind: tuple[Pattern, ...] = ()
    """and what behind them."""
    placeholders: tuple[str, ...] = ()
    """Words in the marks of a name that stand for any name."""
    terms: WordList = WordList()
    """Words in which a translated phrase ends that is no card's name."""
    no_beginnings: WordList = WordList()
    """What such a phrase begins with."""
    rules: WordList = WordList()
    """Words before the numbers of rules that are referred to."""
    joining: WordList = WordList()
    """What joins several of these numbers."""
    headed: tuple[str, ...] = ()
    """Marks in pairs around what a reference calls the rule."""
    see: WordList = WordList()
    """Words behind a number that show that it is a rule's, where nothing stands before it."""
    units: WordList = WordList()
    """Words behind a number that show that it is none."""
    range: str = ""
    """What stands between the first and last letter of several rules; a pattern."""
    slips: WordList = WordList()
    """Words behind a number that say that it was a slip for the one before."""
    types: tuple[str, ...] = ()
    """Card types, as type lines have them; each at the same place in every language."""
    supertypes: tuple[str, ...] = ()
    """Supertypes, as type lines have them."""
    symbols: dict[str, str] = {}
    """Written names of mana and other symbols, to what stands for them in braces (CR 107.4)."""
    costs: Pattern = Pattern()
    """What stands behind a number in brackets that is a cost."""


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How tables and lists of cards are headed in a language; all are optional.

    Letters of either case and width are one, and only letters and digits count.
    """

    called: tuple[str, ...] = ()
    """Words in any language that say of a column that it is in this one."""
    fields: dict[str, tuple[str, ...]] = {}
    """Headings by field of a card record, and of `noqa`; the best of each first."""
    others: tuple[str, ...] = ()
    """What else a card in a list has, so that its rules text does not go on there."""
    qualifiers: tuple[str, ...] = ()
    """Words before a heading that add nothing to it, as “card” in “card effect”."""
    reading: str = ""
    """A name with its reading behind it; `name` and `reading` capture them."""


class DuelMasters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rules of Duel Masters look at in texts of a language; all are optional."""

    words: list[str] = []
    """Words that texts of that game have and those of no other, in small letters."""
    marks: str = ""
    """Marks around a name that are no part of it."""
    bullet: Pattern = Pattern()
    """What a line of a text box begins with."""
    keyword: Pattern = Pattern()
    """A keyword behind that, which the first group captures, and its colon (205.1a)."""
