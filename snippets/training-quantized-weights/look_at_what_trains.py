"""Train a model whose projections are parameters; packed ones are buffers that a loop skips."""

import torch
from transformers import BitNetQuantConfig, LlamaConfig, LlamaForCausalLM
from transformers.integrations import replace_with_bitnet_linear
from transformers.utils.logging import disable_progress_bar

SEED = 0
disable_progress_bar()
torch.compiler.set_stance("force_eager")  # unpacking is compiled otherwise, which takes longer
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=32,
    hidden_size=16,
    intermediate_size=32,
    num_attention_heads=2,
    num_hidden_layers=1,
)
LlamaForCausalLM(config).save_pretrained("full")
packed = replace_with_bitnet_linear(
    LlamaForCausalLM(config), ["lm_head"], quantization_config=BitNetQuantConfig()
)
packed.config.quantization_config = BitNetQuantConfig(modules_to_not_convert=["lm_head"])
packed.save_pretrained("packed")
ids = torch.arange(8)[None]


def train(model):
    start = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(5):
        loss = model(input_ids=ids, labels=ids).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    end = model.state_dict()
    still = [name for name in start if torch.equal(start[name], end[name])]
    return {"losses": losses, "unchanged": still}


def broken():
    model = LlamaForCausalLM.from_pretrained("packed")
    return train(model)


def fixed():
    model = LlamaForCausalLM.from_pretrained("full")
    return train(model)


def mistake_unfreeze_everything():
    model = LlamaForCausalLM.from_pretrained("packed")
    for parameter in model.parameters():
        parameter.requires_grad = True
    return train(model)


def check(run):
    """Full fine-tuning changes the projections of attention and MLP."""
    still = [name for name in run["unchanged"] if name.endswith("_proj.weight")]
    first, last = run["losses"][0], run["losses"][-1]
    assert not still, f"{len(still)} projections unchanged; loss from {first:.2f} to {last:.2f}"
