import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, importFile, newFullCourse } from '../../support/course-archives.ts';
import { refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';
import { renamed, withoutUtf8Flag, type ZipEntry, zipOf } from '../../support/zip.ts';

let app: TestApp;
let school: School;
let archive: Archive;
beforeAll(async () => {
  app = await startTestApp();
  const full = await newSchool(app);
  archive = await archiveOf(app, full, (await newFullCourse(full)).courseId);
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const call = (method: 'get' | 'post' | 'delete', path: string, body?: object) => school.browser.call(method, path, body);
const read = async (path: string) => (await expectStatus(200, call('get', path))).body;
const ours = (): ZipEntry[] => Object.entries(archive.entries).map(([name, content]) => ({ name, content }));
/** An archive with a name in UTF-8 that is not marked as such, and ends with these 11 characters. */
const unmarked = async (name: string) => withoutUtf8Flag(renamed(await zipOf([...ours(), { name: 'ü/aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', name));

/** Changes how many entries the end of the archive says that there are. */
function withEntryCount(bytes: Buffer, count: number): Buffer {
  const changed = Buffer.from(bytes);
  const end = changed.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  changed.writeUInt16LE(count, end + 8);
  changed.writeUInt16LE(count, end + 10);
  return changed;
}

const CENTRAL = 'PK\x01\x02';

/** Sets a flag of the first entry in the directory of the archive. */
function withFlag(bytes: Buffer, flag: number): Buffer {
  const changed = Buffer.from(bytes);
  const place = changed.indexOf(CENTRAL, undefined, 'latin1') + 8;
  changed.writeUInt16LE(changed.readUInt16LE(place) | flag, place);
  return changed;
}

/** An archive that says of two entries that they are the same large one. */
async function withSharedBytes(): Promise<Buffer> {
  const bytes = await zipOf([
    { name: 'a', content: randomBytes(100_000), compress: false },
    { name: 'b', content: '' },
  ]);
  const first = bytes.indexOf(CENTRAL, undefined, 'latin1');
  const second = bytes.indexOf(CENTRAL, first + 1, 'latin1');
  bytes.copy(bytes, second + 16, first + 16, first + 28);
  bytes.copy(bytes, second + 42, first + 42, first + 46);
  return bytes;
}

const LOCAL_HEADER = 0x04034b50;

/** Overwrites the first bytes of a file in an archive. */
function withDamaged(bytes: Buffer, path: string): Buffer {
  const changed = Buffer.from(bytes);
  let place = changed.indexOf(path);
  while (changed.readUInt32LE(place - 30) !== LOCAL_HEADER) place = changed.indexOf(path, place + 1);
  const start = place + path.length + changed.readUInt16LE(place - 2);
  return changed.fill(0xff, start, start + 8);
}

/** The last file of the archive, so that others were unpacked before it. */
const lastFile = (): string => archive.manifest.documents.findLast(({ file }: { file: object | null }) => file).file.path;

const replaced = (name: string, content: string) => zipOf(ours().map((entry) => (entry.name === name ? { name, content } : entry)));

const withLessons = (lines: readonly string[]) => replaced('lessons.jsonl', `${lines.join('\n')}\n`);

/** As many copies of the first lesson, with IDs of their own. */
const copies = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ ...archive.lessons[0], id: `00000000-0000-8000-8003-${String(index + 1).padStart(12, '0')}`, grading: null }),
  );

/** Changes the documents that have a file, or those that are links. */
const withDocuments = (kind: 'file' | 'url', change: object) =>
  replaced(
    'course.json',
    JSON.stringify({
      ...archive.manifest,
      // biome-ignore lint/suspicious/noExplicitAny: as in the archive
      documents: archive.manifest.documents.map((document: any) => (document[kind] === null ? document : { ...document, ...change })),
    }),
  );

const HOSTILE: [what: string, failure: string, make: () => Promise<Buffer> | Buffer][] = [
  ['a truncated archive', 'archive_damaged', () => archive.bytes.subarray(0, archive.bytes.length - 30)],
  [
    'a changed entry',
    'archive_damaged',
    async () => renamed(await zipOf(ours().map((entry) => ({ ...entry, compress: false }))), 'Europe/Lisbon', 'Europe/Lisbom'),
  ],
  ['bytes before the archive', 'archive_damaged', () => Buffer.concat([Buffer.from('PKzz'), archive.bytes])],
  [
    'a name that leads out',
    'archive_unsafe_name',
    async () => renamed(await zipOf([...ours(), { name: 'aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', '../../evil1'),
  ],
  [
    'an absolute name',
    'archive_unsafe_name',
    async () => renamed(await zipOf([...ours(), { name: 'aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', '/etc/passwd'),
  ],
  ['a name that leads out once it is decoded', 'archive_unsafe_name', () => zipOf([...ours(), { name: '%2e%2e/evil', content: '' }])],
  ['a name that leads out once it is decoded twice', 'archive_unsafe_name', () => zipOf([...ours(), { name: '%252e%252e/evil', content: '' }])],
  ['two entries with the same name', 'archive_unsafe_name', () => zipOf([...ours(), { name: 'COURSE.json', content: '' }])],
  ['a link', 'archive_unsafe_entry', () => zipOf([...ours(), { name: 'link', content: '/etc/passwd', mode: 0o120777 }])],
  ['very deep folders', 'archive_unsafe_name', () => zipOf([...ours(), { name: `${'a/'.repeat(400)}b`, content: '' }])],
  ['an archive that unpacks to far more', 'archive_too_large', () => zipOf([...ours(), { name: 'zeros', content: Buffer.alloc(12 * 1024 * 1024) }])],
  ['too many entries', 'archive_too_many_entries', () => withEntryCount(archive.bytes, 20_001)],
  [
    'a name that leads out with reversed slashes',
    'archive_unsafe_name',
    async () => renamed(await zipOf([...ours(), { name: 'aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', '..\\..\\evil1'),
  ],
  [
    'a name that is not UTF-8',
    'archive_unsafe_name',
    async () => renamed(await zipOf([...ours(), { name: 'aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', '\xffaaaaaaaaa\xfe'),
  ],
  ['a name in UTF-8 without a mark that leads out', 'archive_unsafe_name', () => unmarked('/../../evil')],
  ['a name in UTF-8 without a mark that leads out with reversed slashes', 'archive_unsafe_name', () => unmarked('\\..\\..\\evil')],
  ['a name in UTF-8 without a mark that has a zero byte', 'archive_unsafe_name', () => unmarked('aaaaa\0aaaaa')],
  [
    'a name with the letter of a drive',
    'archive_unsafe_name',
    async () => renamed(await zipOf([...ours(), { name: 'aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', 'C:/evil.txt'),
  ],
  ['an encrypted entry', 'archive_encrypted', () => withFlag(archive.bytes, 1)],
  ['entries that share their bytes', 'archive_damaged', () => withSharedBytes()],
  [
    'a description that is too large',
    'archive_too_large',
    () => zipOf([{ name: 'course.json', content: randomBytes(17 * 1024 * 1024), compress: false }, ...ours().slice(1)]),
  ],
  [
    'a manifest that is nested too deeply',
    'invalid',
    () => zipOf([{ name: 'course.json', content: `${'['.repeat(200_000)}${']'.repeat(200_000)}` }, ...ours().slice(1)]),
  ],
  [
    'text that cannot be stored',
    'invalid',
    () => zipOf([{ name: 'course.json', content: JSON.stringify(archive.manifest).replace('The Unix Shell', 'A\\u0000B') }, ...ours().slice(1)]),
  ],
  ['a backup of Moodle', 'moodle_backup_not_supported', () => gzipSync('.ARCHIVE_INDEX and so on')],
  [
    'a backup of Moodle that was packed again with its folder',
    'moodle_backup_not_supported',
    () =>
      zipOf([
        { name: 'backup/moodle_backup.xml', content: '<moodle_backup/>' },
        { name: 'backup/files.xml', content: '<files/>' },
        { name: '__MACOSX/._backup', content: '' },
      ]),
  ],
  ['an AICC package', 'aicc_not_supported', () => zipOf([{ name: 'course.au', content: '' }])],
  [
    'a Common Cartridge in a folder with a document type',
    'invalid',
    () => zipOf([{ name: 'a/imsmanifest.xml', content: '<!DOCTYPE a [<!ENTITY b "b">]><a/>' }]),
  ],
  ['a Common Cartridge that is another document', 'invalid', () => zipOf([{ name: 'imsmanifest.xml', content: '<a/>' }])],
  ['an H5P package', 'h5p_not_supported', () => zipOf([{ name: 'h5p.json', content: '{}' }])],
  ['another archive', 'not_recognised', () => zipOf([{ name: 'a.txt', content: 'a' }])],
  ['something else', 'not_recognised', () => Buffer.from(Array.from({ length: 100 }, (_, index) => 128 + index))],
  [
    'a newer version',
    'newer_version',
    () => zipOf([{ name: 'course.json', content: JSON.stringify({ ...archive.manifest, version: 2 }) }, ...ours().slice(1)]),
  ],
  ['a manifest that is not JSON', 'invalid', () => zipOf([{ name: 'course.json', content: '{' }, ...ours().slice(1)])],
  [
    'a member that the format does not have',
    'invalid',
    () => zipOf([{ name: 'course.json', content: JSON.stringify({ ...archive.manifest, extra: 1 }) }, ...ours().slice(1)]),
  ],
  ['a file with another checksum', 'archive_damaged', async () => withDamaged(await zipOf(ours().map((entry) => ({ ...entry, compress: false }))), lastFile())],
  ['a file that cannot be unpacked', 'archive_damaged', async () => withDamaged(await zipOf(ours()), lastFile())],
  ['more lessons than are imported at once', 'course_full', () => withLessons(Array(10_001).fill('{}'))],
  ['a chapter with too many lessons', 'course_full', () => withLessons(copies(2001))],
  ['a document that is a script', 'invalid', () => withDocuments('url', { url: 'javascript:alert(1)' })],
  ['a document at an internal address', 'invalid', () => withDocuments('url', { url: 'https://wiki.internal/a' })],
  ['a document that is both a file and a link', 'invalid', () => withDocuments('file', { url: 'https://example.org/a' })],
  ['a document that is neither a file nor a link', 'invalid', () => withDocuments('url', { url: null })],
  ['a file that is missing', 'invalid', () => zipOf(ours().slice(0, 3))],
];

test.each(HOSTILE)('%s is refused as %s before anything is made, and leaves nothing', async (_what, failure, make) => {
  const { path } = await importFile(app, school, await make());
  expect(await read(path)).toMatchObject({ status: 'unreadable', failure, plan: null });
  expect(await refusalOf(call('post', `${path}commit/`, {}))).toEqual([409, 'import_not_ready']);
  expect(await refusalOf(call('delete', `${path}commit/`))).toEqual([409, 'import_not_ready']);
  const { rows } = await app.database.pool.query('select purpose from storage_objects where organisation_id = $1', [school.organisation.id]);
  expect(rows).toEqual([{ purpose: 'import' }]);
});
