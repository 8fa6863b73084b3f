"""scores_like_others.py ENGINE: the same two folders, the same network, the same scores as pytorch-fid, torch-fidelity, clean-fid.

The network is FID's Inception v3 with random weights, and statistics of random pictures so that its features are spread; each
program resizes in its own way. Small pictures are enlarged, large ones reduced. Each relative difference is at most 1e-4.
"""

import sys
import tempfile
import warnings
from pathlib import Path

import cleanfid.fid
import numpy as np
import pytorch_fid.fid_score
import pytorch_fid.inception
import safetensors.torch
import torch
import torch_fidelity
from engine import ask
from PIL import Image

BOUND = 1e-4
PICTURES = 48
NEIGHBOURS = 3


def pictures(random, folder, height, width, roughness):
    """Noise of few cells, as wide as the picture: smooth where roughness is small."""
    folder.mkdir()
    for number in range(PICTURES):
        cells = random.integers(0, 256, (roughness, roughness, 3), dtype=np.uint8)
        picture = Image.fromarray(cells).resize((width, height), Image.Resampling.BICUBIC)
        grain = random.integers(-12, 13, (height, width, 3))
        Image.fromarray(np.clip(np.asarray(picture) + grain, 0, 255).astype(np.uint8)).save(folder / f"{number:03}.png")
    return folder


def inception():
    """FID's network, untrained; its normalisations have seen random pictures."""
    torch.manual_seed(11)
    load, network = torch.nn.Module.load_state_dict, None
    pytorch_fid.inception.load_state_dict_from_url = lambda *_, **__: None
    try:
        torch.nn.Module.load_state_dict = lambda *_: None
        network = pytorch_fid.inception.fid_inception_v3()
    finally:
        torch.nn.Module.load_state_dict = load
    for part in network.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            part.momentum = None
    network.train()
    with torch.no_grad():
        for size in (4, 16, 64):
            cells = torch.rand(8, 3, size, size)
            network(2 * torch.nn.functional.interpolate(cells, (299, 299), mode="bilinear") - 1)
        torch.nn.init.normal_(network.fc.weight, std=0.1)  # so that classes are told apart
    return network.eval()


def by_pytorch_fid(real, made, weights):
    pytorch_fid.inception.load_state_dict_from_url = lambda *_, **__: torch.load(weights)
    return {"fid": pytorch_fid.fid_score.calculate_fid_given_paths([str(real), str(made)], 16, "cpu", 2048, num_workers=0)}


def by_torch_fidelity(real, made, weights):
    found = torch_fidelity.calculate_metrics(
        input1=str(made), input2=str(real), cuda=False, cache=False, verbose=False, save_cpu_ram=True, batch_size=16,
        feature_extractor="inception-v3-compat", feature_extractor_weights_path=str(weights), samples_find_deep=False,
        fid=True, isc=True, isc_splits=1, kid=True, kid_subsets=1, kid_subset_size=PICTURES, prc=True, prc_neighborhood=NEIGHBOURS)
    return {"fid": found["frechet_inception_distance"], "inception_score": found["inception_score_mean"],
            "kid": found["kernel_inception_distance_mean"], "precision": found["precision"], "recall": found["recall"]}


def by_clean_fid(real, made, weights):
    pytorch_fid.inception.load_state_dict_from_url = lambda *_, **__: torch.load(weights)
    network = pytorch_fid.inception.InceptionV3([3], resize_input=False, normalize_input=False).eval()
    features = lambda batch: network((batch - 128) / 128)[0].flatten(1)  # as the file of NVIDIA's that it uses begins
    return {"fid": cleanfid.fid.compare_folders(str(real), str(made), features, "clean", num_workers=0, batch_size=16,
                                                device=torch.device("cpu"), verbose=False)}


def main():
    engine = sys.argv[1]
    warnings.simplefilter("ignore")
    random = np.random.default_rng(3)
    right = True
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        network = inception()
        torch.save(network.state_dict(), folder / "inception.pth")
        safetensors.torch.save_file({name: tensor.contiguous() for name, tensor in network.state_dict().items()},
                                    folder / "inception.safetensors")
        for name, height, width in (("small", 40, 56), ("large", 340, 420)):
            real = pictures(random, folder / f"{name}_real", height, width, 5)
            made = pictures(random, folder / f"{name}_made", height, width, 8)
            for resize, peer in (("pytorch-fid", by_pytorch_fid), ("stylegan", by_torch_fidelity), ("clean-fid", by_clean_fid)):
                expected = peer(real, made, folder / "inception.pth")
                found = ask(engine, "evaluate", real, made, "--features", folder / "inception.safetensors", "--resize", resize,
                            "--metrics", "fid,kid,is,prdc", "--splits", 1, "--subset-size", PICTURES, "--neighbours", NEIGHBOURS,
                            "--device", "cpu", "--json")["scores"]
                for score, value in expected.items():
                    difference = abs(found[score] - value) / max(abs(value), 1e-12)
                    if value == found[score]:
                        difference = 0.0
                    print(f"{name} {resize} {score}: ours {found[score]:.9g}, theirs {value:.9g}, relative difference {difference:.1e}",
                          flush=True)
                    right = right and difference <= BOUND
    print(f"at most {BOUND} allowed")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
