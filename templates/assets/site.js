// What every page has: copy buttons that copy what runs, the page as Markdown, "/" for the search field, the place on the page.
{
  const say = (button, text) => {
    const old = button.textContent;
    button.textContent = text;
    setTimeout(() => { button.textContent = old; }, 1600);
  };

  const write = async (button, text) => {
    try {
      await navigator.clipboard.writeText(text);
      say(button, "Copied");
    } catch {
      say(button, "Not allowed here");
    }
  };

  const button = (text, action) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "fp-button";
    made.textContent = text;
    made.addEventListener("click", () => action(made));
    return made;
  };

  // A block is copied only where it runs as it stands: the fixed code, and code of the running text. Never a broken side.
  const runs = (block) => block.closest(".fp-copy") || block.matches(".language-python, .language-bash, .language-shell, .language-sh");
  for (const block of document.querySelectorAll(".md-content .highlight")) {
    if (!runs(block) || block.closest(".fp-mistake, .fp-spot, .fp-fold:has(+ .fp-spot)")) continue;
    const code = block.querySelector("code");
    const text = block.closest(".fp-copy") ? "Copy the fixed code" : "Copy";
    block.prepend(button(text, (made) => write(made, code.textContent)));
  }

  const copies = document.querySelector(".fp-copy-markdown");
  if (copies && location.protocol === "file:") copies.parentElement.remove(); // files may not be read from a file
  else if (copies) {
    copies.addEventListener("click", async () => {
      const answer = await fetch(document.querySelector(".fp-as-markdown").getAttribute("href"));
      write(copies, await answer.text());
    });
  }

  const field = document.querySelector(".fp-find__words");
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    }
  });
  // Without a server a form's folder has no page: name the file.
  if (location.protocol === "file:") field.form.action = field.form.action.replace(/\/$/, "/index.html");

  // A link into a folded part opens it, in browsers that do not do so themselves.
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  if (document.querySelector("details :target")) open();

  // Code that is wider than the page can be scrolled with the keyboard.
  for (const block of document.querySelectorAll(".md-content .highlight pre > code")) block.tabIndex = 0;

  // Paper has nothing to click.
  addEventListener("beforeprint", () => { for (const part of document.querySelectorAll("details")) part.open = true; });

  // "On this page" shows where one is.
  const links = new Map([...document.querySelectorAll(".md-nav--secondary a[href^='#']")].map((link) => [link.hash.slice(1), link]));
  const heads = [...document.querySelectorAll(".md-content :is(h2, h3)[id]")].filter((head) => links.has(head.id));
  const follow = () => {
    const current = heads.findLast((head) => head.getBoundingClientRect().top < 120 && head.getClientRects().length) || heads[0];
    for (const [id, link] of links) {
      if (id === current.id) link.setAttribute("aria-current", "location");
      else link.removeAttribute("aria-current");
    }
  };
  if (heads.length) {
    let waiting = false;
    addEventListener("scroll", () => {
      if (!waiting) requestAnimationFrame(() => { waiting = false; follow(); });
      waiting = true;
    }, { passive: true });
    follow();
  }
}
