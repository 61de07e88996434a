"""Tell functional dropout about the mode; F.dropout drops by default, in eval mode too."""

import torch
import torch.nn.functional as F

SEED = 0
torch.manual_seed(SEED)
inputs = torch.randn(4, 6, 8)


def twice(module):
    module.eval()
    return [module(inputs), module(inputs)]


def broken():
    class Attention(torch.nn.Module):
        def forward(self, x):
            x = F.dropout(x, 0.1)
            return F.scaled_dot_product_attention(x, x, x, dropout_p=0.1)

    return twice(Attention())


def fixed():
    class Attention(torch.nn.Module):
        def forward(self, x):
            x = F.dropout(x, 0.1, training=self.training)
            return F.scaled_dot_product_attention(x, x, x, dropout_p=0.1 * self.training)

    return twice(Attention())


def mistake_half_of_it():
    class Attention(torch.nn.Module):
        def forward(self, x):
            x = F.dropout(x, 0.1, training=self.training)
            return F.scaled_dot_product_attention(x, x, x, dropout_p=0.1)

    return twice(Attention())


def check(outputs):
    """A module in eval mode gives the same output when it is asked again."""
    off = (outputs[0] - outputs[1]).abs().max().item()
    assert off == 0, f"outputs of the module in eval mode differ by up to {off:.3f}"
