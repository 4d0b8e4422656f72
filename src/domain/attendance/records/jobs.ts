import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { announceAttendance } from './announce.ts';
import { checkAttendance } from './check-rates.ts';
import { closeMeetings } from './close-meetings.ts';
import { forgetAttendance } from './forget.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    /** The range of change numbers: after `after`, up to `until`. */
    announce_attendance: { organisation_id: string; course_id: string; after: number; until: number };
    check_attendance: { organisation_id: string; course_id: string };
    close_meetings: PlainJob;
    forget_attendance: PlainJob;
  }
}

export const attendanceJobs = {
  announce_attendance: announceAttendance,
  check_attendance: checkAttendance,
  close_meetings: (tools) => closeMeetings(tools),
  forget_attendance: (tools) => forgetAttendance(tools),
} satisfies JobRuns<'announce_attendance' | 'check_attendance' | 'close_meetings' | 'forget_attendance'>;

export const attendanceTimetable = { close_meetings: '* * * * *', forget_attendance: '26 3 * * *' } satisfies Timetable;
