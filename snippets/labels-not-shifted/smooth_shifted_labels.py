"""Label smoothing shifts only for class names that Trainer knows: say it yourself for yours."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments
from transformers.trainer_pt_utils import LabelSmoother


class MyLlama(LlamaForCausalLM):
    pass


SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=32, hidden_size=16, intermediate_size=32, initializer_range=0.5)
model = MyLlama(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
ids = torch.randint(3, 32, (2, 12))
rows = [{"input_ids": row, "labels": row} for row in ids]
args = TrainingArguments("out", label_smoothing_factor=0.1, report_to=[], use_cpu=True)
args.disable_tqdm = True


def broken():
    trainer = Trainer(model, args)
    return trainer.predict(rows).metrics["test_loss"]


def fixed():
    def smooth(outputs, labels, num_items_in_batch=None):
        return LabelSmoother(0.1)(outputs, labels, shift_labels=True)

    trainer = Trainer(model, args, compute_loss_func=smooth)
    return trainer.predict(rows).metrics["test_loss"]


@torch.no_grad()
def check(loss):
    """The loss is the smoothed cross-entropy of each position with the token after it."""
    p = model(input_ids=ids).logits[:, :-1].log_softmax(-1)
    hit = p.gather(-1, ids[:, 1:, None]).mean().item()
    expected = -(0.9 * hit + 0.1 * p.mean().item())
    assert abs(loss - expected) < 1e-3, f"loss {loss:.3f}, smoothed next-token loss {expected:.3f}"
