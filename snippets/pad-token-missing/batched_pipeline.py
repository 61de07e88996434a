"""Give the pipeline's tokenizer a pad token before asking for batches."""

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast, pipeline

SEED = 0
torch.manual_seed(SEED)
words = "<unk> </s> the cat sat on a mat".split()
backend = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "<unk>"))
backend.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=backend, eos_token="</s>")
size = dict(vocab_size=len(words), hidden_size=16, intermediate_size=32, initializer_range=0.3)
ids = dict(bos_token_id=None, eos_token_id=1)
heads = dict(num_hidden_layers=1, num_attention_heads=2)
model = LlamaForCausalLM(LlamaConfig(**size, **heads, **ids)).eval()
pipe = pipeline("text-generation", model=model, tokenizer=tokenizer, device="cpu")
texts = ["the cat sat on a mat", "the cat"]
options = dict(max_new_tokens=4, do_sample=False, return_full_text=False)


def broken():
    return [out[0]["generated_text"] for out in pipe(texts, batch_size=2, **options)]


def fixed():
    pipe.tokenizer.pad_token = pipe.tokenizer.eos_token
    return [out[0]["generated_text"] for out in pipe(texts, batch_size=2, **options)]


def mistake_pad_token_id_in_config():
    pipe.model.generation_config.pad_token_id = 1
    return [out[0]["generated_text"] for out in pipe(texts, batch_size=2, **options)]


def check(batched):
    """A batch of two gives the texts that the prompts give one by one."""
    alone = [pipe(text, **options)[0]["generated_text"] for text in texts]
    assert batched == alone, f"batched {batched}, alone {alone}"
