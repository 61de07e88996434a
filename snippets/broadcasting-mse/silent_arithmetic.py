"""Losses and metrics written by hand broadcast without a warning: compare the shapes first."""

import numpy as np

SEED = 0
rng = np.random.default_rng(SEED)
y = rng.normal(size=50)
prediction = (y + 0.1 * rng.normal(size=50)).reshape(50, 1)  # as a model returns it


def broken():
    error = prediction - y
    return {"rmse": float(np.sqrt((error**2).mean())), "r2": float(1 - error.var() / y.var())}


def fixed():
    error = prediction.reshape(y.shape) - y
    return {"rmse": float(np.sqrt((error**2).mean())), "r2": float(1 - error.var() / y.var())}


def mistake_transpose():
    error = prediction.T - y[:, None]
    return {"rmse": float(np.sqrt((error**2).mean())), "r2": float(1 - error.var() / y.var())}


def check(seen):
    """A prediction that is 0.1 off has an RMSE of about 0.1."""
    rmse, r2 = seen["rmse"], seen["r2"]
    assert rmse < 0.2 and r2 > 0.9, f"RMSE {rmse:.3f}, R2 {r2:.3f}"
