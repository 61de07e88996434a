"""The C++ half must be loaded before the Python half describes its operators."""

import torch


def load_library():
    """Stand for the dynamic loader: define torchvision's operator as its C++ half does."""
    library = torch.library.Library("torchvision", "DEF")
    library.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    return library


def refuse_library():
    """Stand for a binary that was built for another torch."""
    raise OSError("_C.so: undefined symbol")


def import_torchvision(load):
    """Do what torchvision/__init__.py does: load, forgive, then describe nms for fake tensors."""
    try:
        library = load()
    except OSError:
        library = None

    @torch.library.register_fake("torchvision::nms")
    def nms(dets, scores, iou_threshold):
        return dets.new_empty(len(dets), dtype=torch.long)

    return library


def broken():
    keep = import_torchvision(refuse_library)
    boxes = torch.ones(3, 4, device="meta")
    kept = torch.ops.torchvision.nms(boxes, boxes[:, 0], 0.5)
    return list(kept.shape), keep is not None


def fixed():
    keep = import_torchvision(load_library)
    boxes = torch.ones(3, 4, device="meta")
    kept = torch.ops.torchvision.nms(boxes, boxes[:, 0], 0.5)
    return list(kept.shape), keep is not None


def check(result):
    """The operator exists and answers for tensors without data."""
    assert result == ([3], True), f"nms gave {result}"
