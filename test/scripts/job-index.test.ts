import { jobsOf } from '../../scripts/job-index.ts';

const JOBS = "export const sweepJobs = { sweep: async () => {} } satisfies JobRuns<'sweep'>;\n";

test('a job gets its place in the timetable', () => {
  const text = `${JOBS}export const sweepTimetable = { sweep: '5 * * * *' } satisfies Timetable;`;
  expect(jobsOf('jobs.ts', text)).toEqual([{ name: 'sweep', file: 'jobs.ts', table: 'sweepJobs', cron: '5 * * * *' }]);
});

test.each([
  '{ sweep: HOURLY } satisfies Timetable',
  "{ swept: '5 * * * *' } satisfies Timetable",
  '{ ...others } satisfies Timetable',
  "{ sweep: '5 * * * *' } as const",
])('the timetable %s, by which a job would never run, is refused', (timetable) => {
  expect(() => jobsOf('jobs.ts', `${JOBS}export const sweepTimetable = ${timetable};`)).toThrow('must');
});
