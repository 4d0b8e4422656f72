import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import yazl from 'yazl';
import { addObject } from '../../src/domain/files/objects.ts';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { contractInput } from '../../src/domain/kernel/contract-input.ts';
import { newId } from '../../src/domain/kernel/ids.ts';
import { addCourseFiles } from '../../src/domain/studio/course-files/add-files.ts';
import { createCourse } from '../../src/domain/studio/courses/create-course.ts';
import { readCourse } from '../../src/domain/transfer/archive/read-course.ts';
import { archiveOf } from '../../src/domain/transfer/archive/write-archive.ts';
import { startCourseImport } from '../../src/domain/transfer/course-imports/commit.ts';
import { commitCourseImport } from '../../src/domain/transfer/course-imports/commit-import.ts';
import { openCourseReader } from '../../src/domain/transfer/course-imports/course-reader.ts';
import { createCourseImport, getCourseImport } from '../../src/domain/transfer/course-imports/imports.ts';
import { readCourseImport } from '../../src/domain/transfer/course-imports/read-import.ts';
import { readUploadedCourse } from '../../src/domain/transfer/course-imports/uploaded.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { createKeyring } from '../../src/platform/secrets/keyring.ts';
import { diskStorage } from '../../src/platform/storage/disk.ts';
import type { Storage } from '../../src/platform/storage/storage.ts';
import { callerOf, staffCaller } from './gradebook.ts';
import { timed, withMemory } from './own-work.ts';
import type { Seed, SeededDatabase } from './seed.ts';

export const TRANSFER_WORK = ['course export', 'course import, reading', 'course import, commit', 'cartridge, reading', 'cartridge, commit'] as const;

export interface TransferRow {
  name: (typeof TRANSFER_WORK)[number];
  /** Size of the archive. */
  bytes: number;
  seconds: number;
  /** Largest growth of this process's memory. */
  megabytes: number;
}

const DOCUMENTS = 5;
const DOCUMENT_BYTES = 100 * 1024 * 1024;
const BASE = 'https://lms.example.org';
const LOG = { info: () => {}, warn: () => {} };

/** Measures how long it takes to export a course with large files and to import its archive, and how much memory each step needs. */
export async function measureTransfers(database: SeededDatabase, directory: string): Promise<TransferRow[]> {
  const { db, seed } = database;
  await sql`update platform_subscriptions set plan_id = 'enterprise' where organisation_id = ${seed.organisationId}`.execute(db);
  const caller = await staffCaller(database);
  const [clock, keyring] = [{ now: () => Date.now() }, createKeyring('a secret for this run only')];
  const storage = diskStorage({ directory, secrets: keyring.fileSecrets, base: () => BASE, clock });
  const courseReader = openCourseReader();
  const tools = { db, clock, keyring, storage, scanner: null, courseReader };
  const key = { organisationId: seed.organisationId, courseId: await seedCourse(db, storage, seed) };
  const archiveKey = `exports/${newId()}`;
  const exported = await withMemory(() =>
    timed(async () => {
      const contents = await readCourse(db, key);
      if (contents) await storage.put(archiveKey, archiveOf(storage, contents), 'application/zip');
    }),
  );
  const bytes = (await storage.stat(archiveKey))?.size ?? 0;
  const archive = await measureImport({ tools, caller, userId: caller.actorId }, archiveKey, 'large.zip');
  const cartridgeKey = `exports/${newId()}`;
  await storage.put(cartridgeKey, cartridge(), 'application/zip');
  const cartridgeBytes = (await storage.stat(cartridgeKey))?.size ?? 0;
  const { read, commit } = await measureImport({ tools, caller, userId: caller.actorId }, cartridgeKey, 'large.imscc');
  await courseReader.close();
  return [
    { name: TRANSFER_WORK[0], bytes, ...exported },
    { name: TRANSFER_WORK[1], bytes, ...archive.read },
    { name: TRANSFER_WORK[2], bytes, ...archive.commit },
    { name: TRANSFER_WORK[3], bytes: cartridgeBytes, ...read },
    { name: TRANSFER_WORK[4], bytes: cartridgeBytes, ...commit },
  ];
}

interface Importer {
  tools: Parameters<typeof readCourseImport>[0] & Parameters<typeof commitCourseImport>[0];
  caller: Caller;
  userId: string;
}

/** Imports a stored file. */
async function measureImport({ tools, caller, userId }: Importer, key: string, file_name: string) {
  const { db, storage } = tools;
  const bytes = (await storage.stat(key))?.size ?? 0;
  const { id } = await createCourseImport(tools, caller, { file_name, size_bytes: bytes, format: null });
  const { rows } = await sql<{
    storage_key: string;
  }>`select storage_key from course_imports i join storage_objects o on o.id = i.object_id where i.id = ${id}`.execute(db);
  await storage.copy(key, rows[0]?.storage_key ?? '');
  await readUploadedCourse(tools, caller, id, { start_date: null, remove_dates: false });
  const read = await withMemory(() => timed(async () => readCourseImport(tools, await runOf(db, id), { isLast: true, log: LOG })));
  await startCourseImport(tools, caller, id, { title: null, lesson_ids: null });
  const choice = { user_id: userId, title: null, lesson_ids: null };
  const commit = await withMemory(() => timed(async () => commitCourseImport(tools, { ...(await runOf(db, id)), ...choice }, { isLast: true, log: LOG })));
  const { status, failure } = await getCourseImport(tools, caller, id);
  if (status !== 'completed') throw new Error(`the import of ${file_name} is ${status}: ${failure}`);
  return { read, commit };
}

const PAGES = 1500;
const PAPERS = 500;
const PAPER_BYTES = 600 * 1024;

/** Returns a cartridge of 2,000 items and 300 MB. */
function cartridge(): Readable {
  const pages = Array.from({ length: PAGES }, (_, index) => `p${index}.html`);
  const papers = Array.from({ length: PAPERS }, (_, index) => `d${index}.pdf`);
  const names = [...pages, ...papers];
  const items = names.map((name) => `<item identifier="i-${name}" identifierref="${name}"><title>${name}</title></item>`);
  const resources = names.map((name) => `<resource identifier="${name}" type="webcontent" href="${name}"><file href="${name}"/></resource>`);
  const manifest = `<manifest><organizations><organization><item><item><title>All</title>${items.join('')}</item></item></organization></organizations><resources>${resources.join('')}</resources></manifest>`;
  const text = (index: number) => `<p>See <a href="d${index % PAPERS}.pdf">the paper</a>.</p>${'<p style="color: red">A <b>text</b> to read.</p>'.repeat(100)}`;
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(manifest), 'imsmanifest.xml');
  pages.forEach((name, index) => void zip.addBuffer(Buffer.from(`<html><body>${text(index)}</body></html>`), name));
  const paper = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(PAPER_BYTES)]);
  for (const name of papers) zip.addBuffer(paper, name, { compress: false });
  zip.end();
  return Readable.from(zip.outputStream as AsyncIterable<Buffer>);
}

async function runOf(db: Database, id: string) {
  const { rows } = await sql<{ organisation_id: string; import_id: string; run_id: string }>`
    select organisation_id, id as import_id, run_id from course_imports where id = ${id}`.execute(db);
  return rows[0] as (typeof rows)[number];
}

async function seedCourse(db: Database, storage: Storage, seed: Seed): Promise<string> {
  const { id: courseId } = await createCourse({ db }, callerOf(seed), contractInput('CourseWrite', { title: 'A course with large files' }));
  const place = { organisationId: seed.organisationId, courseId };
  const block = randomBytes(1024 * 1024);
  async function* document() {
    yield Buffer.from('%PDF-1.7\n'.padEnd(block.length, ' '));
    for (let done = block.length; done < DOCUMENT_BYTES; done += block.length) yield block;
  }
  for (let number = 1; number <= DOCUMENTS; number++) {
    const [objectId, storage_key] = [newId(), `files/${newId()}`];
    await storage.put(storage_key, Readable.from(document()), 'application/pdf');
    await addObject(db, {
      organisation_id: seed.organisationId,
      id: objectId,
      course_id: courseId,
      purpose: 'document',
      storage_key,
      file_name: `${number}.pdf`,
      content_type: 'application/pdf',
      size_bytes: DOCUMENT_BYTES,
      status: 'ready',
    });
    await addCourseFiles(db, place, { media: [], documents: [{ id: newId(), title: `${number}`, url: null, object_id: objectId }], heroImages: [] });
  }
  return courseId;
}
