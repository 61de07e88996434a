"""Save the inner model's names: from_pretrained only warns about strange keys and goes on."""

import torch
from transformers import PretrainedConfig, PreTrainedModel

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(4, 3)


class Scorer(PreTrainedModel):
    config_class = PretrainedConfig

    def __init__(self, config):
        super().__init__(config)
        self.head = torch.nn.Linear(3, 2, bias=False)
        self.post_init()

    def forward(self, x):
        return self.head(x)


model = Scorer(PretrainedConfig())
model.config.save_pretrained("export")


def broken():
    state = torch.nn.DataParallel(model).state_dict()
    torch.save(state, "export/pytorch_model.bin")
    return Scorer.from_pretrained("export")(inputs)


def fixed():
    state = torch.nn.DataParallel(model).module.state_dict()
    torch.save(state, "export/pytorch_model.bin")
    return Scorer.from_pretrained("export")(inputs)


def check(outputs):
    """The exported model computes what the trained one does."""
    off = (outputs - model(inputs)).abs().max().item()
    assert off < 1e-6, f"outputs are off by up to {off:.2f}, the export has random weights"
