import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { announceOpenings, foreseeOpenings, forgetOpenings } from './openings.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    announce_openings: PlainJob;
    foresee_openings: PlainJob;
    forget_openings: PlainJob;
  }
}

export const accessJobs = {
  announce_openings: (tools) => announceOpenings(tools),
  foresee_openings: (tools) => foreseeOpenings(tools),
  forget_openings: (tools) => forgetOpenings(tools),
} satisfies JobRuns<'announce_openings' | 'foresee_openings' | 'forget_openings'>;

export const accessTimetable = { announce_openings: '*/5 * * * *', foresee_openings: '55 * * * *', forget_openings: '38 4 * * *' } satisfies Timetable;
