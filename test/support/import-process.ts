import { readConfig } from '../../src/config.ts';
import { installSubscriptions } from '../../src/domain/kernel/events/publish-event.ts';
import { courseImportJobs } from '../../src/domain/transfer/course-imports/jobs.ts';
import { SUBSCRIPTIONS } from '../../src/jobs/subscriptions.ts';
import { connectDatabase, JOB_LIMITS } from '../../src/platform/database/connect.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { openPorts } from '../../src/ports.ts';

/** What the process is told to do. */
export interface ImportTask {
  url: string;
  directory: string;
  now: number;
  task: keyof typeof courseImportJobs;
  payload: never;
}

installSubscriptions(SUBSCRIPTIONS);

/** Runs one job of an import in a process of its own, which ends with 0 if the job succeeds. */
process.once('message', async ({ url, directory, now, task, payload }: ImportTask) => {
  const { db } = connectDatabase({ url, poolSize: 3, limits: JOB_LIMITS, onIdleError: () => {} });
  const basics = { db, clock: { now: () => now }, keyring: createKeyring('x'.repeat(32)), base: () => 'http://127.0.0.1' };
  const ports = await openPorts(readConfig({ DATA_DIR: directory }), basics);
  await courseImportJobs[task]({ ...ports, db }, payload, { isLast: false, log: { info() {}, warn() {} } });
  process.exit(0);
});
