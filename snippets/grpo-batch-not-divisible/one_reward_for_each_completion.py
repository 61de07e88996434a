"""Return one reward for each completion: a prompt comes num_generations times in the call."""

import warnings

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
warnings.simplefilter("ignore", FutureWarning)
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


def train(reward):
    args = GRPOConfig(
        "out",
        per_device_train_batch_size=4,
        num_generations=4,
        max_completion_length=6,
        max_steps=1,
        logging_steps=1,
        use_cpu=True,
        bf16=False,
        report_to=[],
        save_strategy="no",
        disable_tqdm=True,
        seed=SEED,
    )
    torch.manual_seed(SEED)
    model = LlamaForCausalLM(config)
    trainer = GRPOTrainer(model, reward, args, prompts, processing_class=tokenizer)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return trainer.state.log_history[0]["reward"]


def broken():
    def reward(prompts, completions, **columns):
        answers = dict(zip(prompts, completions))
        return [len(text.split()) / 6 for text in answers.values()]

    return train(reward)


def fixed():
    def reward(prompts, completions, **columns):
        return [len(text.split()) / 6 for text in completions]

    return train(reward)


def mistake_mean_of_the_batch():
    def reward(prompts, completions, **columns):
        return [sum(len(text.split()) / 6 for text in completions) / len(completions)]

    return train(reward)


def check(mean_reward):
    """A completion of up to six words is rewarded with up to 1."""
    assert 0 <= mean_reward <= 1, f"mean reward {mean_reward:.3f}"
