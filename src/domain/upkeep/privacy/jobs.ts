import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { expireDataExports } from './data-exports.ts';
import { eraseDueUsers, eraseWaitingData } from './erase-users.ts';
import { makeDataExport } from './make-export.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    make_data_export: { export_id: string };
    expire_data_exports: PlainJob;
    erase_users: PlainJob;
    erase_waiting_data: { user_id: string };
    mail_export_ready: { export_id: string };
    mail_deletion_scheduled: { user_id: string };
  }
}

export const privacyJobs = {
  make_data_export: makeDataExport,
  expire_data_exports: (tools, _payload, { log }) => expireDataExports(tools, log),
  erase_users: (tools) => eraseDueUsers(tools),
  erase_waiting_data: (tools, payload) => eraseWaitingData(tools, payload),
} satisfies JobRuns<'make_data_export' | 'expire_data_exports' | 'erase_users' | 'erase_waiting_data'>;

export const privacyTimetable = { expire_data_exports: '42 * * * *', erase_users: '47 * * * *' } satisfies Timetable;
