#!/usr/bin/env bash
# The paper's synthetic claims on a Slurm cluster: `sbatch slurm.sh`, and when all tasks are done
# `talscope merge results`. A task that is killed or preempted goes on from what it finished.
#
# The number of shares is written out, because resubmitting a part of an array (`sbatch --array=3,7 slurm.sh`)
# changes the count that the scheduler tells. It must be the same in all submissions.
#SBATCH --job-name=talscope
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=talscope-%a.log
set -uo pipefail
shares=8
"${TALSCOPE:-talscope}" reproduce ${TALSCOPE_CLAIMS:-all} --out "${TALSCOPE_OUT:-results}" \
  --shard "$SLURM_ARRAY_TASK_ID/$shares"
code=$?
# 75 means that something is left to do: the scheduler may start it again.
if [ "$code" -eq 75 ]; then
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"
