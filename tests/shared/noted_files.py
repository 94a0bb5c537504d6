"""Files of translators with findings, and `nanori lint --annotate` over them."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from defusedxml import ElementTree

from lint_command import lint

ITS = "{http://www.w3.org/2005/11/its}"
TEXT = "灰の急便が戦場に出たとき、カード２枚を引く。"
"""Has a slip in the name 灰の急使, and another number than the original."""

XLIFF_1 = f"""\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file original="a" source-language="en" target-language="ja" datatype="plaintext">
  <body>
   <trans-unit id="1" resname="ash.name">
    <source>Ash Courier</source>
    <target>灰の急使</target>
   </trans-unit>
   <trans-unit id="2" resname="ash.text">
    <source>When Ash Courier enters, draw 3 cards.</source>
    <target state="final">{TEXT}</target>
    <alt-trans><target>灰の使者</target></alt-trans>
    <!-- its:locQualityIssuesRef="#nanori-1" -->
   </trans-unit>
  </body>
 </file>
</xliff>
"""
XLIFF_2 = f"""\
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="ja">
 <file id="f">
  <unit id="1" name="ash.name"><segment><source>Ash Courier</source><target>灰の急使</target>\
</segment></unit>
  <unit id="2" name="ash.text">
   <notes><note>a note</note></notes>
   <segment>
    <source>When Ash Courier enters, draw 3 cards.</source>
    <target>{TEXT}</target>
   </segment>
  </unit>
 </file>
</xliff>
"""
PO = f"""\
msgid ""
msgstr ""
"Language: ja\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "ash.name"
msgid "Ash Courier"
msgstr "灰の急使"

# a remark
#. extracted
#, c-format
msgctxt "ash.text"
msgid "When Ash Courier enters, draw 3 cards."
msgstr ""
"{TEXT}"

#| msgid "Brine Hound"
msgctxt "wolf.name"
msgid "Brine Wolf"
msgstr "塩水の狼"

msgctxt "wolf.text"
msgid "Sacrifice this creture."
msgstr "このクリーチャーを生け贄に捧げる。"
"""
FILES = {"a.xlf": XLIFF_1, "b.xlf": XLIFF_2, "c.po": PO, "d.po": PO.replace("\n", "\r\n")}


def annotate(path: Path, *arguments: object) -> str:
    done = lint(path, "--annotate", "--exit-zero", *arguments)
    assert done.code < 2, done.err  # 1 where a record cannot be read
    return path.read_bytes().decode()


def issues(text: str) -> list[Element]:
    return list(ElementTree.fromstring(text).iter(f"{ITS}locQualityIssue"))
