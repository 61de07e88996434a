r"""Diagnosis: a log or a sentence in, the likely entries out. Here for the terminal, ported to JavaScript for the browser.

This page is what a second implementation needs; every module says its own part in full.

Data. Everything that is tuned stands in the index, `api/diagnosis.json` (`schema` 1, made by `index`, published by `machine`): patterns,
prefixes, the names of series, words and their weights, `weights`, `thresholds`, and of each entry what an answer shows. What is fixed are
the constants in capitals of the modules below: sizes, and how many lines are kept or shown. An implementation reads nothing else.

Patterns are RE2, searched for in single pieces of lines, unanchored. A pattern that begins with `^` is also tried on the piece without its
prefixes. Offsets and lengths of texts count code points, not UTF-16 units; sizes of windows and pieces count bytes of UTF-8.

The way of a log:

1. `reading`: bytes to pieces of lines with numbers (gzip, UTF-16, NUL, ANSI, carriage returns, very long lines, invalid UTF-8).
2. `matching`: which pieces match which patterns. Only quicker than trying every pattern on every piece, never different.
3. `collecting`: one pass per file. `hits`: pattern to hits in order of lines, at most `MOST_HITS`. `window`: the first and the last pieces.
   Wrapped lines: where a piece of `WRAP_WIDTH` characters or more and the next, prefixes taken off, match a signature's pattern only
   together (joined as they are; else by one blank), that counts as a hit of the first, unless the pattern has a hit already.
4. `ranks`: events. A line that matches `victims`, `sequences` or `absent` is a victim's; another that matches `origins` is an origin;
   one that matches `harmless` is neither. The number of `restarts` lines before it is its attempt. `initiator` names the rank that began.
5. `metrics`: rows of numbers per file and rank, and the conditions of entries over them.
6. `words`: all of a description, or the alarming lines of a log, against the sparse index. A text is a description when it has at most
   `PROSE_LINES` pieces that are not blank and less than a third of them match `log_marks`. Harmless lines are left out of both.
7. `answer`: scores, order (score, then slug), confidence, evidence, collateral, what is missing.

Confidence: `sure` is the first candidate that has a `cause` signature, not only on victims' lines, no rival (another such candidate
within `rival` of its score, or on one of its lines), and, if there are origins at all, one of them at most `explains` lines from one of
its hits. Other candidates with such a signature are `likely`. First by two conditions or more over numbers, or first by words with a
share, a lead and a score (`told`) of `likely`, is `likely` too. The rest is `possible`. Beside one that is sure, candidates by words
alone are left out.

All arithmetic is on whole numbers (`//` rounds down, no operand is negative) but for the numbers that a log prints, which are IEEE doubles;
equal scores are ordered by slug, whose characters are ASCII.
"""
