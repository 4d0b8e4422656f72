import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetFaces } from './forget.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    forget_faces: PlainJob;
  }
}

export const faceJobs = { forget_faces: (tools) => forgetFaces(tools) } satisfies JobRuns<'forget_faces'>;

export const faceTimetable = { forget_faces: '41 3 * * *' } satisfies Timetable;
