"""Fit the decision threshold on validation data and apply it to the test set as it is."""

import numpy as np

SEED = 0
rng = np.random.default_rng(SEED)


def draw(count):
    """Simulate a classifier's probabilities for data with one positive in ten."""
    labels = rng.random(count) < 0.1
    return 1 / (1 + np.exp(-rng.normal(labels * 1.5 - 2, 1))), labels


def f1(threshold, data):
    scores, labels = data
    hits = (scores >= threshold) & labels
    return 2 * hits.sum() / max((scores >= threshold).sum() + labels.sum(), 1)


def best_threshold(data):
    return max(np.arange(0, 1, 0.01), key=lambda threshold: f1(threshold, data))


projects = [(draw(200), draw(200)) for _ in range(50)]


def broken():
    results = []
    for validation, test in projects:
        threshold = best_threshold(test)
        results.append((float(threshold), float(f1(threshold, test))))
    return results


def fixed():
    results = []
    for validation, test in projects:
        threshold = best_threshold(validation)
        results.append((float(threshold), float(f1(threshold, test))))
    return results


def mistake_half_of_the_test_set():
    results = []
    for validation, test in projects:
        half = (test[0][:100], test[1][:100])
        threshold = best_threshold(half)
        results.append((float(threshold), float(f1(threshold, test))))
    return results


def check(results):
    """Over fifty projects the reported F1 is on average within 0.03 of that on fresh data."""
    fresh = draw(20000)
    reported = np.mean([score for _, score in results])
    true = np.mean([f1(threshold, fresh) for threshold, _ in results])
    assert abs(reported - true) < 0.03, f"reported F1 {reported:.3f}, on fresh data {true:.3f}"
