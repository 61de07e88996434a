"""`python -m generator` is the command `failpedia`."""

from generator.cli import main

if __name__ == "__main__":
    main()
