"""The same work as some rows of the benches in jax, jitted, one thread. See numpy_rows.py."""

import os

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_ENABLE_X64"] = "1"

import jax  # noqa: E402  (the flags are read on import)
import jax.flatten_util  # noqa: E402
import jax.numpy as jnp  # noqa: E402

from numpy_rows import main  # noqa: E402

X = jnp.array([-3.1, -2.6, -2.2, -1.8, 1.4, 1.9, 2.5, 3.2])[:, None]
Y = jnp.array([0.9, 0.6, 0.5, 0.1, -0.4, -0.2, 0.3, 0.8])
UNITS, NOISE = 50, 0.01


def network(weights, x):
    ones = jnp.ones((len(x), 1), x.dtype)
    hidden = jax.nn.relu(jnp.concatenate([x, ones], 1) @ weights["first"] / jnp.sqrt(x.shape[1] + 1.0))
    return jnp.concatenate([hidden, ones], 1) @ weights["last"] / jnp.sqrt(UNITS + 1.0)


def draw(key, shape_of):
    keys = jax.random.split(key, len(shape_of))
    return {name: jax.random.normal(k, leaf.shape) for k, (name, leaf) in zip(keys, shape_of.items())}


def energy(weights):
    prior = sum((leaf**2).sum() for leaf in weights.values()) / 2
    return prior + ((network(weights, X) - Y) ** 2).sum() / (2 * NOISE)


def hmc_row():
    """Ten chains of 15,000 transitions of five leapfrog steps, side by side."""
    add = lambda a, b, by: jax.tree.map(lambda a, b: a + by * b, a, b)
    slope = jax.grad(energy)
    kinetic = lambda p: sum((leaf**2).sum() for leaf in p.values()) / 2

    def transition(state, key):
        weights, step = state
        first, second, third = jax.random.split(key, 3)
        momentum = draw(first, weights)
        size = step * (1 + 0.1 * (2 * jax.random.uniform(second) - 1))
        before = energy(weights) + kinetic(momentum)
        place, moving = weights, add(momentum, slope(weights), -size / 2)
        for i in range(5):
            place = add(place, moving, size)
            moving = add(moving, slope(place), -size if i < 4 else -size / 2)
        accepted = jnp.log(jax.random.uniform(third)) < before - energy(place) - kinetic(moving)
        weights = jax.tree.map(lambda new, old: jnp.where(accepted, new, old), place, weights)
        return (weights, step), None

    def chain(key):
        start, key = jax.random.split(key)
        shapes = {"first": jnp.zeros((2, UNITS)), "last": jnp.zeros(UNITS + 1)}
        state = (draw(start, shapes), 0.01)

        def block(state, key):
            state, _ = jax.lax.scan(transition, state, jax.random.split(key, 100))
            return state, state[0]

        return jax.lax.scan(block, state, jax.random.split(key, 150))[1]

    work = jax.jit(jax.vmap(chain))
    keys = jax.random.split(jax.random.key(1), 10)
    return lambda: jax.block_until_ready(work(keys))


def bbb_row():
    """1,000 steps of ten particles, in jax's usual 32 bits: in 64 it takes thrice as long."""
    x, y = X.astype(jnp.float32), Y.astype(jnp.float32)
    shapes = {"first": jnp.zeros((2, UNITS), x.dtype), "last": jnp.zeros(UNITS + 1, x.dtype)}
    flat, unflatten = jax.flatten_util.ravel_pytree(shapes)
    size = len(flat)

    def loss(parameters, key):
        mean, log_deviation = parameters
        deviation = jnp.exp(log_deviation)
        normals = jax.random.normal(key, (10, size), jnp.float32)
        values = jax.vmap(lambda z: network(unflatten(mean + deviation * z), x))(normals)
        divergence = 0.5 * (deviation**2 + mean**2 - 1).sum() - log_deviation.sum()
        likelihood = -0.5 * (jnp.log(2 * jnp.pi * NOISE) + (values - y) ** 2 / NOISE)
        return divergence / len(y) - likelihood.mean()

    def step(state, key):
        parameters, first, second, count = state
        gradient = jax.grad(loss)(parameters, key)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        count = count + 1
        root = jnp.sqrt(second / (1 - 0.999**count)) + 1e-8
        return (parameters - 0.01 * first / (1 - 0.9**count) / root, first, second, count), None

    @jax.jit
    def train(key):
        key, start = jax.random.split(key)
        means = jax.random.normal(start, (size,), jnp.float32)
        parameters = jnp.stack([means, jnp.full(size, -5.0, jnp.float32)])
        state = (parameters, 0 * parameters, 0 * parameters, jnp.float32(0))
        return jax.lax.scan(step, state, jax.random.split(key, 1000))[0][0]

    return lambda: jax.block_until_ready(train(jax.random.key(1)))


ROWS = {"hmc-paper": hmc_row, "bbb-training": bbb_row}

if __name__ == "__main__":
    main(ROWS)
