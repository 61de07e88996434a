"""Call every backward before the first optimizer step; a step rewrites weights in place."""

import torch

SEED = 0
torch.manual_seed(SEED)
states, returns = torch.randn(16, 4), torch.randn(16, 1)


def make():
    torch.manual_seed(SEED)
    actor = torch.nn.Linear(4, 2)
    critic = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
    optimizers = [torch.optim.SGD(net.parameters(), lr=0.1) for net in (actor, critic)]
    actions = actor(states)
    critic_loss = (critic(actions.detach()) - returns).pow(2).mean()
    return actor, critic, optimizers, critic_loss, -critic(actions).mean()


def broken():
    actor, critic, optimizers, critic_loss, actor_loss = make()
    critic_loss.backward()
    optimizers[1].step()
    actor_loss.backward(inputs=list(actor.parameters()))
    optimizers[0].step()
    return actor.weight.grad


def fixed():
    actor, critic, optimizers, critic_loss, actor_loss = make()
    critic_loss.backward()
    actor_loss.backward(inputs=list(actor.parameters()))
    optimizers[1].step()
    optimizers[0].step()
    return actor.weight.grad


def mistake_retain_graph():
    actor, critic, optimizers, critic_loss, actor_loss = make()
    critic_loss.backward(retain_graph=True)
    optimizers[1].step()
    actor_loss.backward(inputs=list(actor.parameters()))
    optimizers[0].step()
    return actor.weight.grad


def check(gradient):
    """The actor's gradient is the one under the critic that judged its actions."""
    actor, *_, actor_loss = make()
    torch.testing.assert_close(gradient, torch.autograd.grad(actor_loss, actor.weight)[0])
