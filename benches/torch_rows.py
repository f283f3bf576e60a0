"""The same work as some rows of the benches in torch, batched, one thread. See numpy_rows.py."""

import torch
from numpy_rows import main

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)

X = torch.tensor([-3.1, -2.6, -2.2, -1.8, 1.4, 1.9, 2.5, 3.2])[:, None]
Y = torch.tensor([0.9, 0.6, 0.5, 0.1, -0.4, -0.2, 0.3, 0.8])
MEMBERS = 100


def ensemble_row():
    """Eight points of a line, and a loss of squares."""

    def squares(output, y):
        return (output[..., 0] - y) ** 2

    return lambda: train_ensemble((X, Y), (50, 1), (len(X), 1000), squares)


def table_row():
    """As many rows and inputs as the training part of Boston, and a noise that is learned."""
    inputs = torch.randn(101, 13)
    observed = inputs.sum(1) / 3 + 0.1 * torch.randn(101)

    def loss(output, y):
        variance = torch.nn.functional.softplus(output[..., 1]) + 1e-5
        return 0.5 * (torch.log(variance) + (output[..., 0] - y) ** 2 / variance)

    return lambda: train_ensemble((inputs, observed), (400, 2), (100, 100), loss)


def train_ensemble(data, sizes, course, loss):
    """A hundred networks, trained side by side by Adam on batches of their own."""
    (inputs, observed), (units, outputs), (size, epochs) = data, sizes, course

    def glorot(rows, columns):
        reach = (6 / (rows + columns)) ** 0.5
        return (torch.rand(MEMBERS, rows, columns) * 2 - 1).mul_(reach).requires_grad_()

    first, last = glorot(inputs.shape[1], units), glorot(units, outputs)
    biases = [torch.zeros(MEMBERS, 1, units), torch.zeros(MEMBERS, 1, outputs)]
    biases = [bias.requires_grad_() for bias in biases]
    optimiser = torch.optim.Adam([first, last, *biases], lr=0.01, fused=True)
    for _ in range(epochs):
        batch = torch.randint(len(inputs), (MEMBERS, size))
        output = torch.relu(inputs[batch] @ first + biases[0]) @ last + biases[1]
        optimiser.zero_grad()
        loss(output, observed[batch]).mean(1).sum().backward()
        optimiser.step()


ROWS = {"ensemble-paper": ensemble_row, "ensemble-400-units-100-epochs-101-points-d13": table_row}

if __name__ == "__main__":
    main(ROWS)
