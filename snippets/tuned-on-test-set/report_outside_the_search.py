"""Report the winner of a search on data that the search never saw, not its best score."""

import numpy as np

SEED = 0
rng = np.random.default_rng(SEED)
inputs = rng.normal(size=(60, 200))
labels = rng.integers(0, 2, 60)  # coins: no feature tells anything
settings = [rng.choice(200, 3, replace=False) for _ in range(300)]  # which features to use


def score(setting, train, held_out):
    """Return the accuracy of a nearest-centroid classifier."""
    x, seen = inputs[:, setting], labels[train]
    centres = [x[train][seen == label].mean(0) for label in (0, 1)]
    far = [((x[held_out] - centre) ** 2).sum(1) for centre in centres]
    return float(((far[1] < far[0]) == labels[held_out]).mean())


def cross_validated(setting, rows):
    folds = np.array_split(rows, 5)
    return np.mean([score(setting, np.setdiff1d(rows, fold), fold) for fold in folds])


def search(rows):
    """Return the setting with the best cross-validation score over these rows, and that score."""
    found = [cross_validated(setting, rows) for setting in settings]
    return settings[int(np.argmax(found))], float(max(found))


def broken():
    rows = np.arange(60)
    setting, reported = search(rows)
    return reported


def fixed():
    rows = np.arange(60)
    outer = [(np.setdiff1d(rows, part), part) for part in np.array_split(rows, 5)]
    reported = float(np.mean([score(search(train)[0], train, part) for train, part in outer]))
    return reported


def mistake_repeat_the_folds():
    orders = [rng.permutation(60) for _ in range(5)]
    found = [np.mean([cross_validated(one, rows) for rows in orders]) for one in settings]
    return float(max(found))


def check(reported):
    """Coins are guessed with 0.5, within 2.5 standard errors of 60 samples."""
    assert abs(reported - 0.5) < 2.5 * (0.25 / 60) ** 0.5, f"reported {reported:.3f} on coins"
