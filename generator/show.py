"""An entry in the terminal: the same facts as its page, offline, rendered by rich."""

import jinja2
from rich.console import Console
from rich.markdown import Markdown

from generator.encyclopedia import Encyclopedia
from generator.render import SiteSettings, render_twin


def show_entry(console: Console, encyclopedia: Encyclopedia, slug: str, templates: jinja2.BaseLoader) -> None:
    """Print an entry, as wide as the terminal but at most 100 columns."""
    text = render_twin(encyclopedia, templates, SiteSettings("terminal"), slug)
    console.print(Markdown(text, code_theme="ansi_dark", hyperlinks=console.is_terminal), width=min(console.width, 100))
