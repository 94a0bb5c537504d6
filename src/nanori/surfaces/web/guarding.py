"""What a request must be before it is answered: of this page, and no larger than it may be."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers

# Bytes of a request: a file of 16 MiB, in Base64.
LARGEST = 24 << 20

# What every answer says: no script but the page's own runs, and nothing leaves the machine.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def refusal(headers: Headers, host: str) -> str:
    """Return why a request is not answered; nothing for one that may be.

    A page of another origin can make a browser ask us. It can send no JSON without being allowed
    to; its own name, made to lead to this machine (DNS rebinding), stands in `Host`.
    `host` is what the server was told to be called.
    """
    named = headers.get("host", "")
    if not _is_ours(named, host):
        return f"host “{named}” is asked, this machine was wanted"
    origin = headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != named:
        return f"a page of “{origin}” asks, this page was wanted"
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "a page from elsewhere asks, this page was wanted"
    return ""


def _is_ours(named: str, host: str) -> bool:
    """Tell whether a name or address is one that nobody else can have made to lead here."""
    try:
        address = urlsplit(f"//{named}")
        name = address.hostname or ""
    except ValueError:
        return False
    if address.netloc != named or "@" in named:
        return False  # what stands beside a host is nothing that a browser sends
    if name in ("localhost", host.lower()):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
