"""A collator that pads has to make the mask: Trainer passes on what is in the batch, no more."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import BertConfig, BertForSequenceClassification, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
size = dict(vocab_size=40, hidden_size=32, intermediate_size=64, num_hidden_layers=2)
config = BertConfig(**size, num_attention_heads=2, initializer_range=0.3, pad_token_id=0)
model = BertForSequenceClassification(config)
rows = [{"input_ids": torch.randint(3, 40, (n,))} for n in (12, 3, 5)]
args = TrainingArguments("out", report_to=[], use_cpu=True, disable_tqdm=True)


def predict(collate):
    return torch.tensor(Trainer(model, args, collate).predict(rows).predictions)


def broken():
    def collate(rows):
        ids = pad_sequence([row["input_ids"] for row in rows], batch_first=True)
        return {"input_ids": ids}

    return predict(collate)


def fixed():
    def collate(rows):
        ids = pad_sequence([row["input_ids"] for row in rows], batch_first=True)
        mask = pad_sequence([torch.ones_like(row["input_ids"]) for row in rows], batch_first=True)
        return {"input_ids": ids, "attention_mask": mask}

    return predict(collate)


@torch.no_grad()
def check(logits):
    """Each row has the logits that it has alone."""
    model.eval()
    alone = torch.cat([model(row["input_ids"][None]).logits for row in rows])
    gap = (logits - alone).abs().max().item()
    assert gap < 1e-4, f"logits differ by {gap:.3f}"
