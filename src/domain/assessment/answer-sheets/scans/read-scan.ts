import { timeOf } from '../../../../platform/clock/clock.ts';
import { wholeOf } from '../../../../platform/content/whole.ts';
import { type Database, type Executor, inTransaction } from '../../../../platform/database/connect.ts';
import { json } from '../../../../platform/database/json.ts';
import { cropJpeg } from '../../../../platform/images/crop.ts';
import type { CodedPage, ReadSheet } from '../../../../platform/sheet-reader/sheet-reader.ts';
import { discardFile, holdFile, keepFile } from '../../../files/stored-files.ts';
import type { Attempt, Jobs } from '../../../kernel/jobs.ts';
import type { Tools } from '../../../kernel/tools.ts';
import type { Layout } from '../layout/geometry.ts';
import { LAYOUTS } from '../layout/layouts.ts';
import { failScan, placeReading, type ScanKey } from './place-reading.ts';
import { shownCircles } from './shown-circles.ts';

type Reading = Pick<Tools<Database>, 'db' | 'storage' | 'clock' | 'sheetReader'>;

interface QueuedScan {
  photo_key: string;
  expected_lesson_id: string | null;
  expected_enrollment_id: string | null;
}

/**
 * Reads the photo of a scan and grades its sheet. A scan that has ended is left alone, so that a job that runs again after a crash grades nothing twice.
 * The photo is replaced by the straightened page, which has no metadata and shows nothing but the paper. After the last attempt a scan ends in any case,
 * so that it does not take a place in the queue for ever.
 */
export async function readScan(tools: Reading, { organisation_id, scan_id }: Jobs['read_scan'], { isLast }: Attempt): Promise<void> {
  const key = { organisationId: organisation_id, scanId: scan_id };
  try {
    await readPhoto(tools, key);
  } catch (error) {
    if (isLast) await finishScan(tools, key, (trx, now) => failScan(trx, key, 'reader_failed', now));
    throw error;
  }
}

async function readPhoto(tools: Reading, key: ScanKey): Promise<void> {
  const scan = await selectQueued(tools.db, key).executeTakeFirst();
  if (!scan) return;
  const photo = await tools.storage.open(scan.photo_key);
  const circlesOn = (page: CodedPage) => shownCircles(tools.db, key.organisationId, page);
  const reading = photo ? await tools.sheetReader.read(await wholeOf(photo.stream), circlesOn) : { status: 'failed' as const, reason: 'not_image' as const };
  if (reading.status === 'failed') {
    await finishScan(tools, key, (trx, now) => failScan(trx, key, reading.reason, now));
    return;
  }
  const layout = LAYOUTS.get(reading.layoutCode);
  const pictures = layout ? await storePictures(tools, key, reading, layout) : { picture_key: null, picture_bytes: null, crops: {} };
  const { layoutCode, sheetId, page, number, rows } = reading;
  await finishScan(tools, key, async (trx, now, expected) => {
    await placeReading(trx, key, { layoutCode, sheetId, page, number, rows }, expected, now);
    await keepPictures(trx, key, pictures);
  });
}

const selectQueued = (db: Executor, { organisationId, scanId }: ScanKey) =>
  db
    .selectFrom('answer_sheet_scans')
    .select(['photo_key', 'expected_lesson_id', 'expected_enrollment_id'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', scanId)
    .where('status', '=', 'queued')
    .$castTo<QueuedScan>();

type Finish = (trx: Executor, now: string, expected: { lessonId: string | null; enrollmentId: string | null }) => Promise<unknown>;

/** Ends a scan once, and discards its photo. */
function finishScan({ db, clock }: Reading, key: ScanKey, finish: Finish): Promise<void> {
  return inTransaction(db, async (trx) => {
    const scan = await selectQueued(trx, key).forUpdate().executeTakeFirst();
    if (!scan) return;
    await finish(trx, timeOf(clock), { lessonId: scan.expected_lesson_id, enrollmentId: scan.expected_enrollment_id });
    await discardFile(trx, scan.photo_key);
    await trx
      .updateTable('answer_sheet_scans')
      .set({ photo_key: null })
      .where('organisation_id', '=', key.organisationId)
      .where('id', '=', key.scanId)
      .execute();
  });
}

/** The pictures that a scan keeps: the page, and each doubtful row by its number. */
interface Pictures {
  picture_key: string | null;
  picture_bytes: number | null;
  crops: Record<string, string>;
}

/** Stores the straightened page and a picture of each doubtful row. */
async function storePictures({ db, storage }: Reading, { organisationId, scanId }: ScanKey, reading: ReadSheet, layout: Layout): Promise<Pictures> {
  const store = async (name: string, bytes: Buffer) => {
    const key = `sheets/${organisationId}/${scanId}-${name}.jpg`;
    await holdFile(db, key);
    await storage.put(key, bytes, 'image/jpeg');
    return key;
  };
  const crops: Record<string, string> = {};
  for (const { row, state } of reading.rows) if (state === 'unclear') crops[row] = await store(`row-${row}`, await cropRow(reading, layout, row));
  return { picture_key: await store('page', reading.picture), picture_bytes: reading.picture.length, crops };
}

const AROUND_MM = 5;

function cropRow({ picture, pixelsPerMm }: ReadSheet, { bubbles, blocks }: Layout, row: number): Promise<Buffer> {
  const block = blocks.find(({ first_row, last_row }) => first_row <= row && row <= last_row);
  const first = bubbles.find((bubble) => bubble.row === row);
  if (!block || !first) throw new Error('the layout has no such row');
  const [left, top, width, height] = [block.x, first.y - AROUND_MM, block.width, 2 * AROUND_MM].map((length) => length * pixelsPerMm) as [
    number,
    number,
    number,
    number,
  ];
  return cropJpeg(picture, { left, top, width, height });
}

/** Records the pictures in the transaction that ends the scan, by question instead of by row. */
async function keepPictures(trx: Executor, { organisationId, scanId }: ScanKey, { picture_key, picture_bytes, crops }: Pictures): Promise<void> {
  const scan = await trx
    .selectFrom('answer_sheet_scans')
    .select('marks')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', scanId)
    .executeTakeFirst();
  const marks = (scan?.marks ?? []) as unknown as { row: number; question_id: string; is_certain: boolean }[];
  const byQuestion = Object.fromEntries(marks.flatMap(({ row, question_id, is_certain }) => (!is_certain && crops[row] ? [[question_id, crops[row]]] : [])));
  for (const key of [picture_key, ...Object.values(byQuestion)]) if (key) await keepFile(trx, key);
  await trx
    .updateTable('answer_sheet_scans')
    .set({ picture_key, picture_bytes, crops: json(byQuestion) as never })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', scanId)
    .execute();
}
