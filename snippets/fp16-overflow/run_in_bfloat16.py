"""Run the model in bfloat16, which has the range of float32."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
torch.manual_seed(SEED)
config = LlamaConfig(
    vocab_size=64,
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=3,
)
model = LlamaForCausalLM(config).eval()
mlp = model.model.layers[1].mlp  # as in some large models, one layer writes very large values
for layer, gain in [(mlp.gate_proj, 100), (mlp.up_proj, 1000), (mlp.down_proj, 1000)]:
    layer.weight.data.mul_(gain)
ids = torch.randint(64, (2, 16))
with torch.no_grad():
    reference = model(input_ids=ids).logits


def broken():
    half = model.to(torch.float16)
    return half(input_ids=ids).logits.detach()


def fixed():
    half = model.to(torch.bfloat16)
    return half(input_ids=ids).logits.detach()


def mistake_replace_nan():
    half = model.to(torch.float16)
    return half(input_ids=ids).logits.nan_to_num().detach()


def check(logits):
    """Logits in 16 bits are those of float32, up to rounding."""
    off = (logits.float() - reference).norm() / reference.norm()
    assert off < 0.1, f"logits are {off:.0%} off those of float32, {logits.isnan().sum()} are NaN"
