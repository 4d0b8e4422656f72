import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { expireDataExports } from './data-exports.ts';
import { eraseDueUsers } from './erase-users.ts';
import { makeDataExport } from './make-export.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    make_data_export: { export_id: string };
    expire_data_exports: PlainJob;
    erase_users: PlainJob;
    mail_export_ready: { export_id: string };
    mail_deletion_scheduled: { user_id: string };
  }
}

export const privacyJobs = {
  make_data_export: makeDataExport,
  expire_data_exports: (tools) => expireDataExports(tools),
  erase_users: (tools) => eraseDueUsers(tools),
} satisfies JobRuns<'make_data_export' | 'expire_data_exports' | 'erase_users'>;

export const privacyTimetable = { expire_data_exports: '42 * * * *', erase_users: '47 * * * *' } satisfies Timetable;
