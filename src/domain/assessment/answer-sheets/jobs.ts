import type { JobRuns, Timetable } from '../../kernel/jobs.ts';
import { expirePictures, expirePrints } from './expire.ts';
import { makePdf } from './print/make-pdf.ts';
import { assignByNumber } from './scans/correct-scan.ts';
import { readScan } from './scans/read-scan.ts';

declare module '../../kernel/jobs.ts' {
  interface Jobs {
    print_sheets: { organisation_id: string; print_id: string };
    read_scan: { organisation_id: string; scan_id: string };
    /** `numbers` are student numbers that have changed hands. */
    assign_sheets: { organisation_id: string; numbers: readonly string[] };
    expire_sheet_prints: PlainJob;
    expire_sheet_pictures: PlainJob;
  }
}

export const answerSheetJobs = {
  print_sheets: makePdf,
  read_scan: readScan,
  assign_sheets: assignByNumber,
  expire_sheet_prints: (tools) => expirePrints(tools),
  expire_sheet_pictures: (tools) => expirePictures(tools),
} satisfies JobRuns<'print_sheets' | 'read_scan' | 'assign_sheets' | 'expire_sheet_prints' | 'expire_sheet_pictures'>;

export const answerSheetTimetable = { expire_sheet_prints: '17 * * * *', expire_sheet_pictures: '43 3 * * *' } satisfies Timetable;
