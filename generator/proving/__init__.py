"""The only code that runs snippets: one process per side, verdicts decided by the parent, what was seen kept in ledgers."""
