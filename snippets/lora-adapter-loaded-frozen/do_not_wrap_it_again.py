"""Load the adapter instead of wrapping the loaded model again, which starts a new one."""

import warnings

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

SEED = 0
warnings.simplefilter("ignore", FutureWarning)
ids = torch.arange(8)[None]
size = dict(vocab_size=32, hidden_size=16, intermediate_size=32)
lora = LoraConfig(target_modules=["q_proj"], task_type="CAUSAL_LM")


def base():
    torch.manual_seed(SEED)
    return LlamaForCausalLM(LlamaConfig(num_attention_heads=2, num_hidden_layers=1, **size))


trained = get_peft_model(base(), lora)
for name, parameter in trained.named_parameters():
    if "lora_" in name:
        torch.nn.init.normal_(parameter)
trained.save_pretrained("saved")


def distances(model):
    """Return how far the model's logits are from those of the saved adapter and of the base."""
    with torch.no_grad():
        logits = model.eval()(input_ids=ids).logits
        saved = trained.eval()(input_ids=ids).logits
        plain = base().eval()(input_ids=ids).logits
    return [(logits - other).abs().max().item() for other in (saved, plain)]


def broken():
    model = PeftModel.from_pretrained(base(), "saved", is_trainable=True)
    model = get_peft_model(model, lora)
    return distances(model)


def fixed():
    model = PeftModel.from_pretrained(base(), "saved", is_trainable=True)
    return distances(model)


def mistake_wrap_the_base_and_load_nothing():
    model = get_peft_model(base(), LoraConfig.from_pretrained("saved"))
    return distances(model)


def check(far):
    """Training goes on from what the saved adapter computes."""
    from_saved, from_base = far
    assert from_saved < 1e-5, (
        f"{from_saved:.3f} from the saved adapter, {from_base:.3f} from the base"
    )
