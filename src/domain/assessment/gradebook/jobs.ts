import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { announceAttempt, announceGrades, announceRegrade, announceResults, notifyLearner } from './announce-grades.ts';
import { gradeAttendance } from './grade-attendance.ts';
import { computeGradebook, computeLearner, recomputeGradebook, refreshGradebooks } from './store-grades.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    compute_gradebook: { organisation_id: string; course_id: string };
    recompute_gradebook: { organisation_id: string; course_id: string };
    compute_grades: { organisation_id: string; enrollment_id: string };
    grade_attendance: { organisation_id: string; course_id: string };
    refresh_gradebooks: PlainJob;
    /** `after` is the last grade that was announced, or null at the start. */
    announce_grades: {
      organisation_id: string;
      course_id: string;
      change_id: string;
      /** Null if none was posted. */
      posted_at: string | null;
      is_update: boolean;
      after: { enrollment_id: string; lesson_id: string } | null;
    };
    /** `after` is the last learner whose result was announced, or null at the start. */
    announce_results: { organisation_id: string; course_id: string; lesson_id: string; posted_at: string; after: string | null };
    announce_regrade: { organisation_id: string; course_id: string; lesson_id: string; regrade_id: string; after: string | null };
    announce_attempt: { organisation_id: string; attempt_id: string };
    notify_grades: { organisation_id: string; enrollment_id: string };
  }
}

export const gradebookJobs = {
  compute_gradebook: (tools, { organisation_id, course_id }) => computeGradebook(tools, { organisationId: organisation_id, courseId: course_id }),
  recompute_gradebook: (tools, { organisation_id, course_id }) => recomputeGradebook(tools, { organisationId: organisation_id, courseId: course_id }),
  compute_grades: (tools, { organisation_id, enrollment_id }) => computeLearner(tools, { organisationId: organisation_id, enrollmentId: enrollment_id }),
  grade_attendance: gradeAttendance,
  refresh_gradebooks: (tools) => refreshGradebooks(tools),
  announce_grades: announceGrades,
  announce_results: announceResults,
  announce_regrade: announceRegrade,
  announce_attempt: announceAttempt,
  notify_grades: notifyLearner,
} satisfies JobRuns<
  | 'compute_gradebook'
  | 'recompute_gradebook'
  | 'compute_grades'
  | 'grade_attendance'
  | 'refresh_gradebooks'
  | 'announce_grades'
  | 'announce_results'
  | 'announce_regrade'
  | 'announce_attempt'
  | 'notify_grades'
>;

export const gradebookTimetable = { refresh_gradebooks: '* * * * *' } satisfies Timetable;
