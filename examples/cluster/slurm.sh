#!/bin/sh
# SPDX-License-Identifier: MIT OR Apache-2.0
# A part of the queries on each node of a Slurm cluster; again after a loss, it goes on where it was:
#
#     split -n l/16 -d -a 2 queries.jsonl part && sbatch examples/cluster/slurm.sh
#
#SBATCH --array=0-15
#SBATCH --cpus-per-task=8
#SBATCH --requeue
#SBATCH --open-mode=append
part=$(printf 'part%02d' "$SLURM_ARRAY_TASK_ID")
exec chuhe analysis --threads "$SLURM_CPUS_PER_TASK" --resume "$part.answers" < "$part" >> "$part.answers"
