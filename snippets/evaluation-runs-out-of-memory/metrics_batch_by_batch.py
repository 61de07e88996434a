"""Let batch_eval_metrics hand each batch to the metric, for those that need whole logits."""

import torch
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
torch.manual_seed(SEED)
sizes = {"vocab_size": 1000, "hidden_size": 8, "intermediate_size": 8}
model = LlamaForCausalLM(LlamaConfig(**sizes, num_attention_heads=1, num_hidden_layers=1))
ids = torch.randint(1000, (32, 16))
rows = [{"input_ids": row, "labels": row} for row in ids]
options = {"per_device_eval_batch_size": 4, "use_cpu": True, "disable_tqdm": True}


def evaluate(metrics, **more):
    args = TrainingArguments("out", report_to=[], **options | more)
    trainer = Trainer(model, args, eval_dataset=rows, compute_metrics=metrics)
    trainer.remove_callback(PrinterCallback)
    return trainer.evaluate()


def in_the_top_ten(predictions):
    logits, labels = (torch.as_tensor(x) for x in predictions)
    best = logits[:, :-1].topk(10).indices
    return (best == labels[:, 1:, None]).any(-1).flatten().tolist()


def broken():
    largest, hits = 0, []

    def metrics(predictions):
        nonlocal largest
        largest = max(largest, predictions.predictions.nbytes)
        hits.extend(in_the_top_ten(predictions))
        return {"hits": sum(hits) / len(hits)}

    result = evaluate(metrics)
    return result["eval_hits"], largest


def fixed():
    largest, hits = 0, []

    def metrics(predictions, compute_result):
        nonlocal largest
        largest = max(largest, predictions.predictions.nbytes)
        hits.extend(in_the_top_ten(predictions))
        return {"hits": sum(hits) / len(hits)} if compute_result else {}

    result = evaluate(metrics, batch_eval_metrics=True)
    return result["eval_hits"], largest


def mistake_smaller_batches():
    largest, hits = 0, []

    def metrics(predictions):
        nonlocal largest
        largest = max(largest, predictions.predictions.nbytes)
        hits.extend(in_the_top_ten(predictions))
        return {"hits": sum(hits) / len(hits)}

    result = evaluate(metrics, per_device_eval_batch_size=1)
    return result["eval_hits"], largest


def check(result):
    """The score is that of one pass over all rows, from logits of one batch at a time."""
    score, largest = result
    with torch.no_grad():
        hits = in_the_top_ten((model.eval()(input_ids=ids).logits, ids))
    assert abs(score - sum(hits) / len(hits)) < 1e-6, f"score {score:.4f}"
    batch = 4 * 16 * 1000 * 4
    assert largest <= batch, f"{largest / 1e6:.2f} MB of logits at once, a batch has {batch / 1e6}"
