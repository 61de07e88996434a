"""Tell LoRA that this is classification: otherwise the head is neither trained nor saved."""

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import BertConfig, BertForSequenceClassification, BertModel

SEED = 0
torch.manual_seed(SEED)
config = BertConfig(
    vocab_size=24,
    hidden_size=16,
    num_hidden_layers=1,
    num_attention_heads=2,
    intermediate_size=16,
)
BertModel(config).save_pretrained("base")
tokens, labels = torch.arange(24)[:, None], torch.arange(24) % 2


def fresh():
    return BertForSequenceClassification.from_pretrained("base")


def saved_and_loaded(model):
    """Train the adapter, save it, load it over the base; return the logits of both."""
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], 0.05)
    for step in range(20):
        model(input_ids=tokens, labels=labels).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    model.save_pretrained("adapter")
    loaded = PeftModel.from_pretrained(fresh(), "adapter")
    with torch.no_grad():
        return [m.eval()(input_ids=tokens).logits for m in (model, loaded)]


def broken():
    lora = LoraConfig(target_modules=["query", "value"])
    return saved_and_loaded(get_peft_model(fresh(), lora))


def fixed():
    lora = LoraConfig(target_modules=["query", "value"], task_type="SEQ_CLS")
    return saved_and_loaded(get_peft_model(fresh(), lora))


def check(logits):
    """The adapter answers after loading as it did when it was saved."""
    off = (logits[0] - logits[1]).abs().max().item()
    flips = (logits[0].argmax(1) != logits[1].argmax(1)).sum().item()
    assert off < 1e-5, f"logits differ by up to {off:.2f}, {flips} of 24 answers changed"
