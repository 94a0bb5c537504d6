"""XLIFF with findings in it is valid by the schemas of OASIS, where Debian's package has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from noted_files import FILES, annotate

FOLDER = Path("/usr/share/php/Symfony/Component/Translation/Resources/schemas")
"""Of php-symfony-translation."""
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no schemas of XLIFF in {FOLDER}")

SCHEMAS = {"a.xlf": "xliff-core-1.2-strict.xsd", "b.xlf": "xliff-core-2.0.xsd"}
TYPES = [
    "terminology",
    "mistranslation",
    "omission",
    "untranslated",
    "addition",
    "duplication",
    "inconsistency",
    "grammar",
    "legal",
    "register",
    "locale-specific-content",
    "locale-violation",
    "style",
    "characters",
    "misspelling",
    "typographical",
    "formatting",
    "inconsistent-entities",
    "numbers",
    "markup",
    "pattern-problem",
    "whitespace",
    "internationalization",
    "length",
    "non-conformance",
    "uncategorized",
    "other",
]
"""ITS 2.0, appendix C."""
ITS = f"""\
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:i="http://www.w3.org/2005/11/its"
  targetNamespace="http://www.w3.org/2005/11/its">
 <xs:import namespace="http://www.w3.org/XML/1998/namespace" schemaLocation="xml.xsd"/>
 <xs:attribute name="version" type="xs:string"/>
 <xs:attribute name="locQualityIssuesRef" type="xs:anyURI"/>
 <xs:element name="locQualityIssues">
  <xs:complexType>
   <xs:sequence>
    <xs:element name="locQualityIssue" maxOccurs="unbounded"><xs:complexType>
     <xs:attribute name="locQualityIssueType"><xs:simpleType><xs:restriction base="xs:string">
      {"".join(f'<xs:enumeration value="{name}"/>' for name in TYPES)}
     </xs:restriction></xs:simpleType></xs:attribute>
     <xs:attribute name="locQualityIssueComment" type="xs:string"/>
     <xs:attribute name="locQualityIssueSeverity"><xs:simpleType>
      <xs:restriction base="xs:decimal">
       <xs:minInclusive value="0"/><xs:maxInclusive value="100"/>
      </xs:restriction>
     </xs:simpleType></xs:attribute>
     <xs:attribute name="locQualityIssueProfileRef" type="xs:anyURI"/>
    </xs:complexType></xs:element>
   </xs:sequence>
   <xs:attribute name="version" type="xs:string"/>
   <xs:attribute ref="xml:id" use="required"/>
  </xs:complexType>
 </xs:element>
</xs:schema>""".replace('name="locQualityIssue"', 'name="locQualityIssue" form="qualified"')
"""The data category Localization Quality Issue as standoff markup, ITS 2.0 § 8.17."""
DRIVER = """\
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
 <xs:import namespace="http://www.w3.org/2005/11/its" schemaLocation="its.xsd"/>
 <xs:import namespace="{namespace}" schemaLocation="{name}"/>
</xs:schema>"""


class Schemas(etree.Resolver):
    """Finds schemas by their name, wherever they say that they are."""

    def resolve(self, system_url: str, public_id: str, context: Any) -> Any:  # noqa: ANN401
        """Return a schema; none is looked for in the network."""
        del public_id
        name = system_url.rpartition("/")[2]
        if name == "its.xsd":
            return self.resolve_string(ITS, context)
        return self.resolve_filename(str(FOLDER / name), context)


def schema(name: str, namespace: str) -> etree.XMLSchema:
    """Return the schema of a version of XLIFF, with what nanori has of ITS."""
    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(Schemas())
    return etree.XMLSchema(etree.fromstring(DRIVER.format(namespace=namespace, name=name), parser))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_file_with_findings_is_valid(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(FILES[name], "utf-8")
    namespace = etree.QName(etree.fromstring(FILES[name].encode())).namespace
    valid = schema(SCHEMAS[name], namespace or "")
    written = etree.fromstring(annotate(path).encode())
    assert len(list(written.iter("{*}locQualityIssue"))) == 3
    valid.assertValid(written)


def test_issues_in_a_wrong_place_are_not(tmp_path: Path) -> None:
    path = tmp_path / "a.xlf"
    path.write_text(FILES["a.xlf"], "utf-8")
    written = etree.fromstring(annotate(path).encode())
    (issues,) = written.iter("{*}locQualityIssues")
    (body,) = written.iter("{*}body")
    body.append(issues)
    namespace = etree.QName(written).namespace
    assert not schema(SCHEMAS["a.xlf"], namespace or "").validate(written)
