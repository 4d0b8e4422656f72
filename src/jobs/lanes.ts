import type { JobName } from '../domain/kernel/jobs.ts';

/**
 * Number of jobs of each lane that a process runs at the same time. Jobs of one lane never wait for those of another, and one organisation never
 * occupies all places of a lane.
 */
export const LANES = {
  /** Jobs that wait for servers of other parties, up to 15 seconds each. */
  deliveries: 8,
  /** Jobs that wait for the mail server or the SMS provider. */
  messages: 4,
  /** Jobs that wait for the threads that read photos. */
  scans: 3,
  /** Jobs that wait for the threads that make pictures of pages: one file of an organisation at a time. */
  pages: 2,
  /** Jobs that take minutes, or work through a whole table. */
  long: 3,
  short: 3,
} as const;

export type Lane = keyof typeof LANES;

/**
 * Minimum number of connections for jobs: one for each lane to be notified of new jobs, one for each long job, one to report that the workers are
 * alive, and one for all other jobs.
 */
export const LEAST_JOB_CONNECTIONS = Object.keys(LANES).length + LANES.long + 2;

const LONG: readonly JobName[] = [
  'add_audit_partitions',
  'add_webhook_partitions',
  'award_attendance',
  'backfill_certificates',
  'check_attendance',
  'check_domains',
  'check_mail_domains',
  'close_meetings',
  'commit_course_import',
  'commit_roster',
  'complete_passed',
  'compute_gradebook',
  'count_days',
  'erase_organisations',
  'erase_users',
  'erase_waiting_data',
  'expire_certificates',
  'expire_course_exports',
  'expire_data_exports',
  'expire_rosters',
  'expire_sheet_pictures',
  'expire_sheet_prints',
  'export_course',
  'foresee_openings',
  'forget_attendance',
  'forget_audit',
  'forget_cookie_consents',
  'forget_discussion_notices',
  'forget_expired_secrets',
  'forget_expired_uploads',
  'forget_faces',
  'forget_failed_jobs',
  'forget_idempotency_keys',
  'forget_openings',
  'forget_pages',
  'forget_webhook_events',
  'grade_attendance',
  'grade_with_ai',
  'make_data_export',
  'move_audit_personal',
  'print_sheets',
  'read_course_import',
  'reconcile_account',
  'regrade_attempts',
  'send_weekly_summaries',
  'spread_discussion_digests',
];

export function laneOf(name: JobName): Lane {
  if (name === 'deliver_webhook') return 'deliveries';
  if (name === 'send_notice' || name.startsWith('mail_') || name.startsWith('sms_')) return 'messages';
  if (name === 'read_scan') return 'scans';
  if (name === 'render_file') return 'pages';
  return LONG.includes(name) ? 'long' : 'short';
}
