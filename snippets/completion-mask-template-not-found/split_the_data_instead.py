"""Split prompt and completion in the data, where the removed collator searched for a template."""

import warnings

import datasets
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

datasets.disable_progress_bars()
warnings.simplefilter("ignore", FutureWarning)
words = ["<pad>", "</s>", "<unk>", "<user>", "<bot>", *"what is the sky blue".split()]
raw = Tokenizer(models.WordLevel({w: i for i, w in enumerate(words)}, unk_token="<unk>"))
raw.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
model = LlamaForCausalLM(
    LlamaConfig(
        vocab_size=len(words),
        hidden_size=16,
        intermediate_size=32,
        num_attention_heads=2,
        num_hidden_layers=1,
    )
)
tokenizer = PreTrainedTokenizerFast(tokenizer_object=raw, pad_token="<pad>", eos_token="</s>")
args = SFTConfig("out", use_cpu=True, bf16=False, report_to=[])


def trained_on(trainer):
    """Return the text that the loss of the first batch's first sample is computed on."""
    labels = next(iter(trainer.get_train_dataloader()))["labels"][0]
    return tokenizer.decode(labels[labels != -100])


def broken():
    from trl import DataCollatorForCompletionOnlyLM

    data = datasets.Dataset.from_list(
        [{"text": "<user> what is the sky <bot> the sky is blue </s>"}]
    )
    collator = DataCollatorForCompletionOnlyLM("<bot>", tokenizer=tokenizer)
    trainer = SFTTrainer(model, args, collator, data, processing_class=tokenizer)
    return trained_on(trainer)


def fixed():
    data = datasets.Dataset.from_list(
        [{"prompt": "<user> what is the sky <bot>", "completion": " the sky is blue"}]
    )
    trainer = SFTTrainer(model, args, None, data, processing_class=tokenizer)
    return trained_on(trainer)


def mistake_older_import_path():
    from trl.trainer.utils import DataCollatorForCompletionOnlyLM

    return trained_on(DataCollatorForCompletionOnlyLM("<bot>", tokenizer=tokenizer))


def check(text):
    """The loss is computed on the reply and its end, and on nothing else."""
    assert text == "the sky is blue </s>", f"the loss is computed on: {text}"
