"""Give a reward that grades: one that is 0 for every sample of a group teaches nothing."""

import torch
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import (
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
    PrinterCallback,
)
from trl import GRPOConfig, GRPOTrainer

SEED = 0
words = ["<pad>", "</s>", "<unk>", *[str(n) for n in range(60)]]
raw = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
raw.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="<pad>", eos_token="</s>")
config = LlamaConfig(
    vocab_size=len(words),
    hidden_size=32,
    intermediate_size=64,
    num_attention_heads=2,
    num_hidden_layers=1,
    eos_token_id=1,
    pad_token_id=0,
)
prompts = Dataset.from_list([{"prompt": "6 7"}] * 8)
goal = 42


def train(reward, **options):
    args = GRPOConfig(
        "out",
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=6,
        max_steps=8,
        logging_steps=1,
        use_cpu=True,
        bf16=False,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
        seed=SEED,
        **options,
    )
    torch.manual_seed(SEED)
    model = LlamaForCausalLM(config)
    trainer = GRPOTrainer(model, reward, args, prompts, processing_class=tokenizer)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return [log["grad_norm"] for log in trainer.state.log_history[:8]]


def broken():
    def reward(completions, **columns):
        return [float(text == f"{goal}") for text in completions]

    return train(reward)


def fixed():
    def reward(completions, **columns):
        numbers = [[int(n) for n in text.split() if n.isdigit()] for text in completions]
        return [-min((abs(n - goal) for n in ns), default=60) / 60 for ns in numbers]

    return train(reward)


def mistake_scale_the_reward():
    def reward(completions, **columns):
        return [10 * float(text == f"{goal}") - 1 for text in completions]

    return train(reward)


def mistake_do_not_divide_by_std():
    def reward(completions, **columns):
        return [float(text == f"{goal}") for text in completions]

    return train(reward, scale_rewards="none")


def check(grad_norms):
    """Each step has a gradient."""
    rounded = [round(norm, 3) for norm in grad_norms]
    assert min(grad_norms) > 0, f"grad_norm of the eight steps: {rounded}"
