"""Tell SFTTrainer which token ends a turn: it trains it and stops generation at it."""

import warnings

import datasets
from datasets import Dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = "<pad> </s> <|user|> <|assistant|> <|im_end|> hello world yes".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<pad>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>", pad_token="<pad>")
size = dict(vocab_size=8, hidden_size=16, intermediate_size=16, bos_token_id=None, eos_token_id=1)
model = LlamaForCausalLM(LlamaConfig(**size, num_hidden_layers=1, num_attention_heads=2))
chat = [{"role": "user", "content": "hello world"}, {"role": "assistant", "content": "yes"}]


tokenizer.chat_template = """{% for m in messages -%}
<|{{ m.role }}|> {{ m.content }} <|im_end|> {% endfor %}"""


def after_training(**options):
    arguments = SFTConfig("out", report_to="none", use_cpu=True, bf16=False, **options)
    data = Dataset.from_list([{"messages": chat}])
    trainer = SFTTrainer(model, arguments, train_dataset=data, processing_class=tokenizer)
    labels = next(iter(trainer.get_train_dataloader()))["labels"][0].tolist()
    stops = trainer.model.generation_config.eos_token_id
    return {"last graded token": labels[-1], "generation stops at": stops}


def broken():
    return after_training()


def fixed():
    return after_training(eos_token="<|im_end|>")


def check(seen):
    """The token that ends a training row is one that ends a generation."""
    stops = seen["generation stops at"]
    stops = stops if isinstance(stops, list) else [stops]
    last = seen["last graded token"]
    assert last in stops, f"rows end in {words[last]}, generation stops at {stops}"
