"""Addresses that lead from a page of the site to a contribution, filled in beforehand, and the page of CONTRIBUTING.md."""

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from generator.contributing import scaffold
from generator.encyclopedia import Encyclopedia
from generator.formatting import GUIDANCE

if TYPE_CHECKING:
    from generator.render import SiteSettings

_LINK = re.compile(r"\[([^\]\n]+)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")
_ENTRY = re.compile(r"entries/([a-z0-9-]+)\.yaml$")


class Links:
    """The addresses at the public repository; they go into attributes as they are."""

    def __init__(self, site: "SiteSettings", encyclopedia: Encyclopedia) -> None:
        self.site = site
        self.encyclopedia = encyclopedia

    def edit(self, slug: str) -> str:
        """Return where an entry's file is edited in the browser."""
        return f"{self.site.repo_url}/edit/main/entries/{slug}.yaml"

    def history(self, slug: str) -> str:
        """Return where the changes of an entry are listed."""
        return f"{self.site.repo_url}/commits/main/entries/{slug}.yaml"

    def report(self, slug: str) -> str:
        """Return the issue form for a problem with an entry, with the entry filled in."""
        return self._issue({"template": "problem.yml", "title": f"{slug}: ", "entry": slug})

    def met(self) -> str:
        """Return the issue form for a failure that the encyclopedia does not have."""
        return self._issue({"template": "failure.yml"})

    def _issue(self, fields: dict[str, str]) -> str:
        return f"{self.site.repo_url}/issues/new?{urlencode(fields, quote_via=quote)}".replace("&", "&amp;")

    def new_file(self) -> str:
        """Return where a new entry's file is written in the browser, with the required keys in it."""
        draft = scaffold.entry_text(scaffold.Answers(), self.encyclopedia.taxonomy)
        bare = "\n".join(line for line in draft.split("\n") if not line.lstrip().startswith(GUIDANCE))
        query = urlencode({"filename": "my-failure.yaml", "value": bare}, quote_via=quote)
        return f"{self.site.repo_url}/new/main/entries?{query}".replace("&", "&amp;")

    def guide(self, ways_in: str) -> str:
        """Return CONTRIBUTING.md as a page: the ways in below its title, links to files made links to pages or to the repository."""
        title, _, rest = self.site.contributing.partition("\n")
        return _LINK.sub(self._link, f"{title}\n\n{ways_in}\n{rest}")

    def _link(self, match: re.Match[str]) -> str:
        text, path, anchor = match[1], match[2], match[3] or ""
        entry = _ENTRY.match(path)
        if entry and entry[1] in self.encyclopedia.entries:
            return f"[{text}](entries/{entry[1]}.md{anchor})"
        return f"[{text}]({self.site.repo_url}/blob/main/{path}{anchor})" if self.site.repo_url else text
