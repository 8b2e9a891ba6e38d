#!/bin/bash
#SBATCH --job-name=vrmlint
#SBATCH --array=1-32
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --requeue
# Checks one shard of a library: sbatch --export=ALL,LIST=/shared/list,OUT=/shared/out slurm.sh
# LIST: a file with one path per line. OUT: an existing folder for the records and the cache; use a new one for each audit, so
# that records of an earlier audit aren't mistaken for this one's. SHARDS stays the same if single tasks run again (sbatch
# --array=3,7 ...); SLURM_ARRAY_TASK_COUNT would not.
set -eu
exec vrmlint check --jobs "${SLURM_CPUS_PER_TASK:-1}" --fail-on never --files-from "$LIST" \
    --shard "$SLURM_ARRAY_TASK_ID/${SHARDS:-32}" --cache "${CACHE:-$OUT/cache}" \
    --format "ndjson=$OUT/$SLURM_ARRAY_TASK_ID.ndjson"
