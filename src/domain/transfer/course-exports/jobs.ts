import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { expireCourseExports } from './exports.ts';
import { makeCourseExport } from './make-export.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    export_course: { organisation_id: string; course_id: string; export_id: string };
    expire_course_exports: PlainJob;
  }
}

export const courseExportJobs = {
  export_course: makeCourseExport,
  expire_course_exports: (tools) => expireCourseExports(tools),
} satisfies JobRuns<'export_course' | 'expire_course_exports'>;

export const courseExportTimetable = { expire_course_exports: '32 * * * *' } satisfies Timetable;
