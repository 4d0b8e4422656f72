import { randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, importFile, newFullCourse } from '../../support/course-archives.ts';
import { refusalOf } from '../../support/learner.ts';
import { newSchool, type School } from '../../support/school.ts';
import { type ZipEntry, zipOf } from '../../support/zip.ts';

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
/** Changes the bytes of a file, which keep their number. */
const patched = (bytes: Buffer, from: string, to: string) => Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

/** Changes how many entries the end of the archive says that there are. */
function withEntryCount(bytes: Buffer, count: number): Buffer {
  const changed = Buffer.from(bytes);
  const end = changed.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  changed.writeUInt16LE(count, end + 8);
  changed.writeUInt16LE(count, end + 10);
  return changed;
}

const HOSTILE: [what: string, failure: string, make: () => Promise<Buffer> | Buffer][] = [
  ['a truncated archive', 'archive_damaged', () => archive.bytes.subarray(0, archive.bytes.length - 30)],
  [
    'a changed entry',
    'archive_damaged',
    async () => patched(await zipOf(ours().map((entry) => ({ ...entry, compress: false }))), 'Europe/Lisbon', 'Europe/Lisbom'),
  ],
  ['bytes before the archive', 'archive_damaged', () => Buffer.concat([Buffer.from('PKzz'), archive.bytes])],
  [
    'a name that leads out',
    'archive_unsafe_name',
    async () => patched(await zipOf([...ours(), { name: 'aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', '../../evil1'),
  ],
  [
    'an absolute name',
    'archive_unsafe_name',
    async () => patched(await zipOf([...ours(), { name: 'aaaaaaaaaaa', content: '' }]), 'aaaaaaaaaaa', '/etc/passwd'),
  ],
  ['a name that leads out once it is decoded', 'archive_unsafe_name', () => zipOf([...ours(), { name: '%2e%2e/evil', content: '' }])],
  ['a name that leads out once it is decoded twice', 'archive_unsafe_name', () => zipOf([...ours(), { name: '%252e%252e/evil', content: '' }])],
  ['two entries with the same name', 'archive_unsafe_name', () => zipOf([...ours(), { name: 'COURSE.json', content: '' }])],
  ['a link', 'archive_unsafe_entry', () => zipOf([...ours(), { name: 'link', content: '/etc/passwd', mode: 0o120777 }])],
  ['very deep folders', 'archive_unsafe_name', () => zipOf([...ours(), { name: `${'a/'.repeat(400)}b`, content: '' }])],
  ['an archive that unpacks to far more', 'archive_too_large', () => zipOf([...ours(), { name: 'zeros', content: Buffer.alloc(12 * 1024 * 1024) }])],
  ['too many entries', 'archive_too_many_entries', () => withEntryCount(archive.bytes, 20_001)],
  ['a Common Cartridge', 'common_cartridge_not_supported', () => zipOf([{ name: 'imsmanifest.xml', content: '<manifest/>' }])],
  ['an H5P package', 'h5p_not_supported', () => zipOf([{ name: 'h5p.json', content: '{}' }])],
  ['another archive', 'not_recognised', () => zipOf([{ name: 'a.txt', content: 'a' }])],
  ['something else', 'not_recognised', () => randomBytes(100)],
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
