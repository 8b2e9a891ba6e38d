#!/bin/bash
#SBATCH --job-name=vrmlint
#SBATCH --array=1-32
#SBATCH --cpus-per-task=2
#SBATCH --time=04:00:00
#SBATCH --requeue
# Checks one shard of a library: sbatch --export=ALL,LIST=/shared/list,OUT=/shared/out slurm.sh
# LIST: a file with a path a line. OUT: a folder that is there, for the records and the cache. SHARDS stays the same when
# single tasks are run again (sbatch --array=3,7 ...), where SLURM_ARRAY_TASK_COUNT would not.
set -eu
exec vrmlint check --jobs "${SLURM_CPUS_PER_TASK:-1}" --fail-on never --files-from "$LIST" \
    --shard "$SLURM_ARRAY_TASK_ID/${SHARDS:-32}" --cache "$OUT/cache" --format "ndjson=$OUT/$SLURM_ARRAY_TASK_ID.ndjson"
