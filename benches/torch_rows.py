"""The same work as some rows of the benches in torch, batched, one thread. See numpy_rows.py."""

import torch
from numpy_rows import main

torch.set_num_threads(1)
torch.set_default_dtype(torch.float64)

X = torch.tensor([-3.1, -2.6, -2.2, -1.8, 1.4, 1.9, 2.5, 3.2])[:, None]
Y = torch.tensor([0.9, 0.6, 0.5, 0.1, -0.4, -0.2, 0.3, 0.8])
MEMBERS, UNITS, EPOCHS = 100, 50, 1000


def ensemble_row():
    """A hundred networks, trained side by side by Adam on batches of their own."""

    def glorot(rows, columns):
        reach = (6 / (rows + columns)) ** 0.5
        return (torch.rand(MEMBERS, rows, columns) * 2 - 1).mul_(reach).requires_grad_()

    def work():
        first, last = glorot(1, UNITS), glorot(UNITS, 1)
        biases = [torch.zeros(MEMBERS, 1, UNITS), torch.zeros(MEMBERS, 1, 1)]
        biases = [bias.requires_grad_() for bias in biases]
        optimiser = torch.optim.Adam([first, last, *biases], lr=0.01, fused=True)
        for _ in range(EPOCHS):
            batch = torch.randint(len(X), (MEMBERS, len(X)))
            output = torch.relu(X[batch] @ first + biases[0]) @ last + biases[1]
            loss = ((output[..., 0] - Y[batch]) ** 2).mean(1).sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()

    return work


ROWS = {"ensemble-paper": ensemble_row}

if __name__ == "__main__":
    main(ROWS)
