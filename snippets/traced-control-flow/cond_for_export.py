"""Write the branch as torch.cond, which torch.export can record with both sides."""

import torch

inputs = [torch.full((4,), 2.0), torch.full((4,), -2.0)]


def doubled(x):
    return x * 2


def lowered(x):
    return x - 1


def broken():
    class Scale(torch.nn.Module):
        def forward(self, x):
            if x.sum() > 0:
                return doubled(x)
            return lowered(x)

    program = torch.export.export(Scale(), (torch.ones(4),)).module()
    return [program(x) for x in inputs]


def fixed():
    class Scale(torch.nn.Module):
        def forward(self, x):
            return torch.cond(x.sum() > 0, doubled, lowered, (x,))

    program = torch.export.export(Scale(), (torch.ones(4),)).module()
    return [program(x) for x in inputs]


def mistake_dynamic_shapes():
    class Scale(torch.nn.Module):
        def forward(self, x):
            if x.sum() > 0:
                return doubled(x)
            return lowered(x)

    shapes = {"x": {0: torch.export.Dim.AUTO}}
    program = torch.export.export(Scale(), (torch.ones(4),), dynamic_shapes=shapes).module()
    return [program(x) for x in inputs]


def check(outputs):
    """The exported program takes the branch that its input asks for."""
    values = [output[0].item() for output in outputs]
    assert values == [4.0, -3.0], f"2 and -2 became {values}"
