"""Set ddp_find_unused_parameters yourself when Trainer checkpoints activations."""

import multiprocessing
import os

import torch
import torch._dynamo  # DDP imports it: once here instead of in each rank
import torch.distributed as dist
from transformers import LlamaConfig, LlamaForCausalLM, PrinterCallback, Trainer, TrainingArguments

SEED = 0
ROWS = [{"input_ids": [n, 2, n], "labels": [n, 2, n]} for n in range(6)]
QUIET = {"report_to": [], "disable_tqdm": True, "save_strategy": "no"}
RUN = {"use_cpu": True, "max_steps": 3, "per_device_train_batch_size": 1, **QUIET}
os.environ.update(GLOO_SOCKET_IFNAME="lo", OMP_NUM_THREADS="1")
os.environ.update(WORLD_SIZE="2", LOCAL_WORLD_SIZE="2")  # what torchrun sets


def on_two_ranks(step):
    """Run step here as rank 0 and in a forked child as rank 1; return both results."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def rank_main(rank):
        os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank))
        store = dist.FileStore("rendezvous", 2)
        dist.init_process_group("gloo", store=store, rank=rank, world_size=2)
        results.put((rank, step()))

    peer = multiprocessing.get_context("fork").Process(target=rank_main, args=(1,), daemon=True)
    peer.start()
    try:
        rank_main(0)
        return dict(sorted([results.get(), results.get()]))
    finally:
        peer.join(timeout=2)
        peer.kill()


def tiny_model():
    torch.manual_seed(SEED)
    layer = {"num_hidden_layers": 1, "num_attention_heads": 1, "num_key_value_heads": 1}
    size = {"vocab_size": 6, "hidden_size": 8, "intermediate_size": 8}
    model = LlamaForCausalLM(LlamaConfig(**size, **layer))
    model.unused = torch.nn.Linear(2, 2)
    return model


def trained_row(args):
    """Train in silence and return a row of the trained weights."""
    trainer = Trainer(tiny_model(), args, train_dataset=ROWS)
    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return trainer.model.lm_head.weight[0].tolist()


def broken():
    def train():
        args = TrainingArguments("out", activation_checkpointing=True, **RUN)
        return trained_row(args)

    return on_two_ranks(train)


def fixed():
    def train():
        args = TrainingArguments("out", activation_checkpointing=True, **RUN)
        args.ddp_find_unused_parameters = True
        return trained_row(args)

    return on_two_ranks(train)


def check(heads):
    """Both ranks trained, and to the same weights."""
    start = tiny_model().lm_head.weight[0].tolist()
    assert heads[0] == heads[1] != start, f"from {start} the ranks came to {heads}"
