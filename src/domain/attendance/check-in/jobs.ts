import type { JobRuns } from '../../kernel/jobs.ts';
import { checkFaceMatching } from './check-matching.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    check_face_matching: { organisation_id: string; course_id: string };
  }
}

export const checkInJobs = { check_face_matching: checkFaceMatching } satisfies JobRuns<'check_face_matching'>;
