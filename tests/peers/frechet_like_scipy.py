"""frechet_like_scipy.py ENGINE: FID of moments is SciPy's, also where the covariances are nearly or wholly singular.

The peer is the formula by scipy.linalg.eigh in float64, with the root of a sum of the eigenvalues of sqrt(A) B sqrt(A), and
pytorch-fid's scipy.linalg.sqrtm where that gives real numbers. Each relative difference is at most 1e-3 of the distance, the
bound for spectra on which float32 gives NaN; where nothing is singular 1e-9.
"""

import sys
import tempfile
from pathlib import Path

import numpy as np
import scipy.linalg
from engine import ask


def gaussian(random, deviations):
    """Mean and covariance with these standard deviations along random axes."""
    size = len(deviations)
    axes = np.linalg.qr(random.standard_normal((size, size)))[0]
    covariance = (axes * deviations**2) @ axes.T
    return 0.02 * random.standard_normal(size), (covariance + covariance.T) / 2


def samples(random, rows, deviations):
    """Moments of so many samples: of fewer than there are dimensions they are singular."""
    mean, covariance = gaussian(random, deviations)
    values, vectors = np.linalg.eigh(covariance)
    drawn = mean + random.standard_normal((rows, len(mean))) * np.sqrt(np.maximum(values, 0)) @ vectors.T
    return drawn.mean(axis=0), np.cov(drawn, rowvar=False)


def by_eigenvalues(a, b):
    values, vectors = scipy.linalg.eigh(a[1])
    root = (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
    product = root @ b[1] @ root
    roots = np.sqrt(np.maximum(scipy.linalg.eigvalsh((product + product.T) / 2), 0))
    return np.sum((a[0] - b[0]) ** 2) + np.trace(a[1]) + np.trace(b[1]) - 2 * np.sum(roots)


def by_square_root(a, b):
    """As pytorch-fid; nothing where it is not a real number."""
    root = scipy.linalg.sqrtm(a[1] @ b[1])
    if not np.isfinite(root).all() or np.abs(np.diagonal(root).imag).max() > 1e-3:
        return None
    return np.sum((a[0] - b[0]) ** 2) + np.trace(a[1]) + np.trace(b[1]) - 2 * np.trace(root.real)


def cases(random):
    yield "well", 1e-9, gaussian(random, random.uniform(0.5, 2, 200)), gaussian(random, random.uniform(0.5, 2, 200))
    for power in (2, 4, 6, 8):  # BigGAN-PyTorch's distance is NaN from a ratio of 100 on
        spread = np.logspace(0, -power, 256)
        yield f"deviations 1 to 1e-{power}", 1e-3, gaussian(random, spread), gaussian(random, random.permutation(spread))
    yield "fewer samples than features", 1e-3, samples(random, 90, np.ones(300)), samples(random, 80, np.full(300, 1.3))
    half = np.where(np.arange(128) < 64, 1.0, 0.0)
    yield "half of the directions empty", 1e-3, gaussian(random, half), gaussian(random, half[::-1])


def main():
    engine = sys.argv[1]
    random = np.random.default_rng(5)
    right = True
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / "a.npz", Path(folder) / "b.npz"]
        for name, bound, a, b in cases(random):
            for file, (mean, covariance) in zip(files, (a, b)):
                np.savez_compressed(file, mu=mean, sigma=covariance)
            found = ask(engine, "evaluate", *files, "--json")["scores"]["fid"]
            for peer, expected in (("eigh", by_eigenvalues(a, b)), ("sqrtm", by_square_root(a, b))):
                if expected is None:
                    print(f"{name}: ours {found:.9g}; {peer} gives no real number")
                    continue
                difference = abs(found - expected) / abs(expected)
                print(f"{name}: ours {found:.9g}, {peer} {expected:.9g}, relative difference {difference:.1e} (at most {bound})")
                right = right and difference <= bound
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
