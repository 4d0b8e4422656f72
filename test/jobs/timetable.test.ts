import { parseCrontab } from 'graphile-worker';
import { jobModules } from '../../generated/jobs.ts';
import { CRONTAB } from '../../src/jobs/worker.ts';

test('the worker understands when each job is to run, without which it would run none', () => {
  const recurring = Object.entries(jobModules).filter(([, { cron }]) => cron !== undefined);
  expect(parseCrontab(CRONTAB).map(({ task }) => task)).toEqual(recurring.map(([name]) => name));
  expect(recurring.length).toBeGreaterThan(0);
});
