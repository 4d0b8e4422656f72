import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { forgetPages } from './forget-pages.ts';
import { renderFile, renderSubmission } from './render-pages.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    render_submission: { organisation_id: string; submission_id: string };
    render_file: { organisation_id: string; submission_id: string; file_number: number };
    forget_pages: PlainJob;
  }
}

export const pagePictureJobs = {
  render_submission: renderSubmission,
  render_file: renderFile,
  forget_pages: forgetPages,
} satisfies JobRuns<'render_submission' | 'render_file' | 'forget_pages'>;

export const pagePictureTimetable = { forget_pages: '23 3 * * *' } satisfies Timetable;
