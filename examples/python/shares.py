"""Long runs from Python, in as many pieces as one likes: `pip install joblib`, then `python shares.py rules --d 3`.

A share is a function of its number. Its work stays in the folder, done once whoever asks for it, so that joblib here,
Dask's `client.map` or submitit's `executor.map_array` elsewhere may run shares in any order, anywhere, and again.
"""
import subprocess
import sys

from joblib import Parallel, delayed

FOLDER, SHARES = "results", 50


def share(number):
    command = ["talscope", "reproduce", *(sys.argv[1:] or ["all"]), "--out", FOLDER, "--quiet"]
    subprocess.run([*command, "--shard", f"{number}/{SHARES}"], check=True)


# A share uses all cores of its machine: several at once are for several machines.
Parallel(n_jobs=1)(delayed(share)(number) for number in range(1, SHARES + 1))
subprocess.run(["talscope", "merge", FOLDER], check=True)
