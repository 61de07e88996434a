"""Turns single published pages into HTML through MkDocs' own objects and theme, where a full build would render all of them."""

import os
from collections.abc import Iterable
from pathlib import Path

from mkdocs.commands.build import get_context
from mkdocs.config import load_config
from mkdocs.structure.files import File, get_files, set_exclusions
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page


class Engine:
    """MkDocs with its configuration, its theme and its list of files loaded once."""

    def __init__(self, config: Path, site: Path) -> None:
        os.environ["NO_MKDOCS_2_WARNING"] = os.environ["DISABLE_MKDOCS_2_WARNING"] = "1"
        self.config = load_config(str(config), site_dir=str(site))
        self.config.plugins.on_startup(command="serve", dirty=False)
        self.config = self.config.plugins.on_config(self.config)
        self.environment = self.config.theme.get_env()
        self.look_around()

    def look_around(self) -> None:
        """Read the list of pages again: some came or went."""
        self.files = get_files(self.config)
        self.files.add_files_from_theme(self.environment, self.config)
        self.files = self.config.plugins.on_files(self.files, config=self.config)
        set_exclusions(self.files, self.config)
        self.navigation = get_navigation(self.files, self.config)

    def render(self, paths: Iterable[str]) -> None:
        """Render pages by their paths below the folder of Markdown; each file is replaced as a whole."""
        for path in paths:
            file = self.files.get_file_from_path(path)
            if file is None:
                self.look_around()
                file = self.files.get_file_from_path(path)
            if file is not None:
                self._write(file)

    def _write(self, file: File) -> None:
        """Do for one page what `mkdocs.commands.build` does for all, in the same order."""
        page = file.page or Page(None, file, self.config)
        page.read_source(self.config)
        page.render(self.config, self.files)
        page.active = True
        context = get_context(self.navigation, self.files, self.config, page)
        template = self.environment.get_template(page.meta.get("template", "main.html"))
        output = template.render(self.config.plugins.on_page_context(context, page=page, config=self.config, nav=self.navigation))
        page.active = False
        target = Path(str(file.abs_dest_path))
        target.parent.mkdir(parents=True, exist_ok=True)
        fresh = target.with_name(f".new-{target.name}")
        fresh.write_text(output, encoding="utf-8", errors="xmlcharrefreplace")
        fresh.replace(target)
