"""Import a module that prints, so that it speaks in the name of the prover where that imports it ahead."""

# either: yes
# apart: yes

import this


def broken():
    print("managed nothing")


def fixed():
    print("idle", this.s[0])
