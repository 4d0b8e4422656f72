import { parseCrontab } from 'graphile-worker';
import { TIMETABLE } from '../../src/jobs/tasks.ts';
import { CRONTAB } from '../../src/jobs/worker.ts';

test('the worker understands when each job is to run, without which it would run none', () => {
  expect(parseCrontab(CRONTAB).map(({ task }) => task)).toEqual(Object.keys(TIMETABLE));
});
