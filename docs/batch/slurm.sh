#!/bin/bash
#SBATCH --job-name=vrmlint
#SBATCH --array=1-32
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --requeue
# Checks one shard of a library: sbatch --export=ALL,LIST=/shared/list,OUT=/shared/out slurm.sh
# LIST: a file with a path a line. OUT: a folder that exists, for the records and the cache; use a new one for each
# audit, so that no record of an earlier one is taken for this one's. SHARDS stays the same when single tasks are run
# again (sbatch --array=3,7 ...), where SLURM_ARRAY_TASK_COUNT would not.
set -eu
exec vrmlint check --jobs "${SLURM_CPUS_PER_TASK:-1}" --fail-on never --files-from "$LIST" \
    --shard "$SLURM_ARRAY_TASK_ID/${SHARDS:-32}" --cache "${CACHE:-$OUT/cache}" \
    --format "ndjson=$OUT/$SLURM_ARRAY_TASK_ID.ndjson"
