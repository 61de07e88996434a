"""Score generated tokens with a forward pass; generate() runs without gradients."""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

SEED = 0
torch.manual_seed(SEED)
special = {"bos_token_id": 0, "eos_token_id": 0, "pad_token_id": 0}
config = GPT2Config(vocab_size=20, n_embd=8, n_layer=1, n_head=2, **special)
model = GPT2LMHeadModel(config).eval()
prompt = torch.tensor([[5, 7, 9]])
length = {"max_new_tokens": 4, "min_new_tokens": 4, "do_sample": False}


def broken():
    out = model.generate(prompt, **length, return_dict_in_generate=True, output_logits=True)
    scores = torch.stack(out.logits, 1).log_softmax(-1)
    chosen = scores.gather(2, out.sequences[:, 3:, None]).sum()
    (-chosen).backward()
    return chosen.item(), model.lm_head.weight.grad.abs().sum().item()


def fixed():
    out = model.generate(prompt, **length, return_dict_in_generate=True, output_logits=True)
    scores = model(out.sequences).logits[:, 2:-1].log_softmax(-1)
    chosen = scores.gather(2, out.sequences[:, 3:, None]).sum()
    (-chosen).backward()
    return chosen.item(), model.lm_head.weight.grad.abs().sum().item()


def check(result):
    """The weights get a gradient, and the score is that of a greedy continuation by hand."""
    ids, total = prompt, 0.0
    for _ in range(4):
        with torch.no_grad():
            best = model(ids).logits[:, -1].index_fill(1, torch.tensor([0]), -1e9)
            best = best.argmax(1, keepdim=True)
            total += model(ids).logits[:, -1].log_softmax(-1).gather(1, best).item()
        ids = torch.cat([ids, best], 1)
    assert result[1] > 0 and abs(result[0] - total) < 1e-3, f"{result} instead of {total:.4f}"
