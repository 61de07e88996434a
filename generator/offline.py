"""Makes a copy of the site that is opened from a disk: every link to a folder names the page in it."""

import re
from pathlib import Path

# A link, where a form leads, and where a page that has moved sends its reader.
_LINK = re.compile(r"""(\shref=|\saction=|\scontent=["']0; url=)(["']?)([^"'\s>]*)(?=["'\s>])""")


def with_file_links(site: Path) -> None:
    """Rewrite the links of all pages below a folder."""
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        changed = _rewritten(text, path.parent, site)
        if changed != text:
            path.write_text(changed, encoding="utf-8")


def _rewritten(text: str, folder: Path, site: Path) -> str:
    return _LINK.sub(lambda match: match[1] + match[2] + _to_file(match[3], folder, site), text)


def _to_file(href: str, folder: Path, site: Path) -> str:
    """Point a relative link to a folder at its index.html; a link from the root, as the error page has them, becomes relative."""
    address, mark, rest = _parted(href)
    if re.match(r"[a-z][a-z0-9+.-]*:|//", href) or not address:
        return href
    if address.startswith("/"):
        address = "../" * len(folder.relative_to(site).parts) + address.lstrip("/") or "./"
    target = folder / address
    if target.is_dir() and (target / "index.html").is_file():
        address = f"{address.rstrip('/') or '.'}/index.html"
    return address + mark + rest


def _parted(href: str) -> tuple[str, str, str]:
    match = re.match(r"([^?#]*)([?#]?)(.*)", href, re.DOTALL)
    return (match[1], match[2], match[3]) if match else (href, "", "")
