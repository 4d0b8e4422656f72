import type { JobRuns } from '../../kernel/jobs.ts';
import type { ImportRun } from './columns.ts';
import { commitCourseImport } from './commit-import.ts';
import { readCourseImport } from './read-import.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    read_course_import: ImportRun;
    /** `user_id` is the user who commits. */
    commit_course_import: ImportRun & { user_id: string; title: string | null; lesson_ids: string[] | null };
  }
}

export const courseImportJobs = {
  read_course_import: readCourseImport,
  commit_course_import: commitCourseImport,
} satisfies JobRuns<'read_course_import' | 'commit_course_import'>;
