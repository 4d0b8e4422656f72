import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../../src/config.ts';
import { JOB_STATES, type JobState } from '../../src/jobs/job-state.ts';
import { listStoredJobs, releaseWorker, retryDeadJobs, retryJobs, type StoredJob } from '../../src/jobs/stored-jobs.ts';
import { connectDatabase, type Database, REQUEST_LIMITS } from '../../src/platform/database/connect.ts';
import { outageOf } from '../../src/platform/outages/outage.ts';

const HELP = `Usage: make jobs ARGS='<command> [options]'

  list                    lists running, waiting, failed and dead jobs, oldest first
    --state STATE         only those in this state: ${JOB_STATES.join(', ')}; may be repeated
    --task TASK           only those of this task
    --limit NUMBER        at most this number; 50 by default
    --json                prints one JSON object per line
  retry ID...             runs these jobs again now, with all of their attempts
  retry --task TASK       retries all dead jobs of this task
  release WORKER          releases the jobs of a dead worker, so that others run them
    --force               does so even if the worker reports that it is alive; its jobs may run twice

Set DATABASE_URL to the database, or DATABASE_DIRECT_URL if there is a pooler.
Exit codes: 0 done, 1 some or all jobs were not found or are running, 2 wrong usage, 3 refused, 4 database unavailable.
`;

const EXIT = { ok: 0, missing: 1, usage: 2, refused: 3, unreachable: 4 } as const;

/** States of the jobs that are listed by default, which exclude jobs that are only scheduled. */
const USUAL: readonly JobState[] = ['waiting', 'running', 'retrying', 'dead'];
const MOST = 10_000;

/** The environment and the outputs of the command, which tests can replace. */
export interface JobsIo {
  env: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
}

class UsageError extends Error {}

/** Runs `make jobs` with these arguments, and returns its exit code. */
export async function runJobsCommand(args: string[], io: JobsIo): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [command, ...rest] = positionals;
    if (values.help || command === undefined || command === 'help') {
      io.out(HELP);
      return command === undefined && !values.help ? EXIT.usage : EXIT.ok;
    }
    const work = commandOf(command, rest, values, io);
    return await withDatabase(io.env, work);
  } catch (error) {
    const code = error instanceof UsageError || error instanceof ConfigError ? EXIT.usage : outageOf(error) ? EXIT.unreachable : null;
    if (code === null) throw error;
    io.err(`error: ${(error as Error).message}\n`);
    return code;
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        state: { type: 'string', multiple: true },
        task: { type: 'string' },
        limit: { type: 'string' },
        json: { type: 'boolean' },
        force: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

type Values = ReturnType<typeof parse>['values'];
type Work = (db: Database) => Promise<number>;

/** Checks the arguments before the database is asked. */
function commandOf(command: string, rest: string[], values: Values, io: JobsIo): Work {
  if (command === 'list') return list(rest, values, io);
  if (command === 'retry') return retry(rest, values, io);
  if (command === 'release') return release(rest, values, io);
  throw new UsageError(`there is no command ${command}; help lists them`);
}

function list(rest: string[], { state = [...USUAL], task, limit = '50', json }: Values, io: JobsIo): Work {
  if (rest.length) throw new UsageError(`list takes no ${rest[0]}`);
  const wrong = state.find((each) => !(JOB_STATES as readonly string[]).includes(each));
  if (wrong !== undefined) throw new UsageError(`there is no state ${wrong}; there are ${JOB_STATES.join(', ')}`);
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST) throw new UsageError(`--limit must be a number from 1 to ${MOST}`);
  return async (db) => {
    const { count, jobs } = await listStoredJobs(db, { states: state as JobState[], task: task ?? null, limit: Number(limit) });
    io.out(json ? jobs.map((job) => `${JSON.stringify(job)}\n`).join('') : `${table(jobs)}${jobs.length} of ${count} jobs\n`);
    return EXIT.ok;
  };
}

function retry(ids: string[], { task }: Values, io: JobsIo): Work {
  if ((ids.length === 0) === (task === undefined)) throw new UsageError('retry needs either ids or --task');
  const wrong = ids.find((id) => !/^\d{1,18}$/.test(id));
  if (wrong !== undefined) throw new UsageError(`${wrong} is not the id of a job`);
  return async (db) => {
    const retried = task === undefined ? await retryJobs(db, ids) : await retryDeadJobs(db, task);
    io.out(`${retried.length} jobs run again\n`);
    const left = [...new Set(ids)].filter((id) => !retried.includes(id));
    if (left.length) io.err(`not found, or running: ${left.join(', ')}\n`);
    return left.length || retried.length === 0 ? EXIT.missing : EXIT.ok;
  };
}

function release([worker, ...rest]: string[], { force = false }: Values, io: JobsIo): Work {
  if (worker === undefined || rest.length) throw new UsageError('release needs one worker; list shows which worker runs a job');
  return async (db) => {
    const release = await releaseWorker(db, worker, force);
    if (release.outcome === 'released') {
      io.out(`${release.ids.length} jobs released\n`);
      return EXIT.ok;
    }
    const isAlive = release.outcome === 'alive';
    io.err(isAlive ? `${worker} reports that it is alive; --force releases its jobs nevertheless\n` : `there is no worker ${worker}, and it holds no jobs\n`);
    return isAlive ? EXIT.refused : EXIT.missing;
  };
}

async function withDatabase(env: JobsIo['env'], work: Work): Promise<number> {
  const { databaseUrl, databaseDirectUrl } = readConfig(env);
  const url = databaseDirectUrl ?? databaseUrl;
  if (url === null) throw new ConfigError('set DATABASE_URL; the jobs of the embedded PostgreSQL cannot be reached from outside');
  const { db } = connectDatabase({ url, poolSize: 1, limits: REQUEST_LIMITS, onIdleError: () => {} });
  return work(db).finally(() => db.destroy());
}

const HEADINGS = ['ID', 'TASK', 'STATE', 'ATTEMPTS', 'AT', 'WORKER', 'LAST ERROR'];
const LONGEST_ERROR = 100;

/** Formats jobs as a table. The last error is cut to one line; --json has all of it. */
function table(jobs: readonly StoredJob[]): string {
  const rows = jobs.map(({ id, task, state, attempts, max_attempts, at, worker, worker_is_alive, last_error }) => [
    id,
    task,
    state,
    `${attempts}/${max_attempts}`,
    at,
    worker === null ? '-' : `${worker}${worker_is_alive ? '' : ' (dead)'}`,
    (last_error ?? '-').split('\n', 1)[0]?.slice(0, LONGEST_ERROR) ?? '-',
  ]);
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [HEADINGS, ...rows]
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
