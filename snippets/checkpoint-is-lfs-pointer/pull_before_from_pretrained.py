"""Let `from_pretrained` see the weights, not the pointer that a clone without git-lfs leaves."""

import hashlib
import pathlib

import torch
from transformers import LlamaConfig, LlamaForCausalLM

config = LlamaConfig(
    hidden_size=8,
    intermediate_size=8,
    num_hidden_layers=1,
    num_attention_heads=2,
    num_key_value_heads=2,
    vocab_size=16,
)
SEED = 0
torch.manual_seed(SEED)
model = LlamaForCausalLM(config)
model.save_pretrained("clone")
path = pathlib.Path("clone/model.safetensors")
store = pathlib.Path("objects")  # stands for the LFS server
store.mkdir(exist_ok=True)
data = path.read_bytes()
oid = hashlib.sha256(data).hexdigest()
(store / oid).write_bytes(data)
path.write_text(f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {len(data)}\n")


def broken():
    return LlamaForCausalLM.from_pretrained("clone").state_dict()


def fixed():
    path.write_bytes((store / oid).read_bytes())
    return LlamaForCausalLM.from_pretrained("clone").state_dict()


def check(loaded):
    """The loaded weights are those of the file that the pointer names."""
    from safetensors.torch import load

    wanted = load((store / oid).read_bytes())
    missing = sorted(set(wanted) - set(loaded))
    assert not missing, f"not loaded: {missing}"
    torch.testing.assert_close({name: loaded[name] for name in wanted}, wanted)
