import { enqueue } from '../../../src/domain/kernel/jobs.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type Archive, archiveOf, importCourse, importFile, importWhole } from '../../support/course-archives.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { manifestXml, packageZip, type ScormPackage } from '../../support/packages.ts';
import { newSchool, type School } from '../../support/school.ts';
import { withoutUtf8Flag, type ZipEntry, zipOf } from '../../support/zip.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
});
afterAll(() => app.close());

const call = (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) => school.browser.call(method, path, body);
const read = async (path: string) => (await expectStatus(200, call('get', path))).body;
const taken = async (made: ScormPackage, more: readonly ZipEntry[] = []) => importWhole(app, school, await packageZip(made, more), 'a package.zip');
const kinds = (plan: { warnings: { outcome: string; kind: string; place: string; detail: string | null }[] }) =>
  plan.warnings.map(({ outcome, kind, place }) => [outcome, kind, place]);

async function refused(bytes: Buffer, fields: { format?: string } = {}): Promise<string> {
  const { path } = await importFile(app, school, bytes, 'a package.zip', fields);
  const { status, failure } = await read(path);
  expect(status).toBe('unreadable');
  return failure;
}

const PAGE = '<!doctype html><title>SCO</title>';
const one = (made: Partial<ScormPackage> = {}): ScormPackage => ({
  title: 'Safety',
  items: [{ id: 'i', title: 'Ladders', ref: 'r' }],
  resources: { r: 'index.html' },
  files: { 'index.html': PAGE },
  ...made,
});

/** Every item of the packages of the school's organisation. */
async function itemsOf() {
  const rows = await app.database.db
    .selectFrom('packages')
    .select(['items', 'standard', 'title'])
    .where('organisation_id', '=', school.organisation.id)
    .execute();
  return rows.map(({ items, standard, title }) => ({ items: items as Record<string, { launch: string }>, standard, title }));
}
const launches = async () => (await itemsOf()).flatMap(({ items }) => Object.entries(items).map(([item, { launch }]) => [item, launch]));

test('a package whose page has a name in UTF-8 that does not say so plays it', async () => {
  const bytes = withoutUtf8Flag(await packageZip(one({ resources: { r: 'Übung.html' }, files: { 'Übung.html': PAGE } })));
  expect((await importWhole(app, school, bytes, 'a package.zip')).plan).toMatchObject({ found: 1, made: 1 });
  expect(await launches()).toEqual([['i', '%C3%9Cbung.html']]);
});

test('a package of SCORM 1.2 becomes a course with an embedded lesson for each SCO, whose folders are chapters', async () => {
  const { plan, format, course, lessons } = await taken({
    title: 'Safety & health',
    items: [
      { id: 'intro', title: 'Welcome', ref: 'a' },
      {
        id: 'f',
        title: 'Ladders',
        items: [
          {
            id: 'l1',
            title: 'Kinds',
            ref: 'b',
            attributes: 'parameters="?page=2"',
            inside: '<adlcp:masteryscore>80</adlcp:masteryscore><adlcp:datafromlms>abc</adlcp:datafromlms>',
          },
          { id: 'g', title: 'More', items: [{ id: 'l2', title: 'Rungs', ref: 'b', attributes: 'isvisible="false"' }] },
        ],
      },
    ],
    resources: {
      a: 'a.html?x=1#top',
      b: '<resource identifier="b" type="webcontent" adlcp:scormtype="sco" xml:base="deep/"><file href="page one.html"/></resource>',
    },
    files: { 'a.html': PAGE, 'deep/page one.html': PAGE, 'style.css': 'p {}' },
  });
  expect(format).toBe('scorm');
  expect(course).toMatchObject({ title: 'Safety & health', status: 'draft', visibility: 'private' });
  expect(lessons).toMatchObject([
    { chapter: 'Safety & health', title: 'Welcome', content_type: 'embed', is_published: true, content: { source: 'package', item: 'intro' } },
    { chapter: 'Ladders', title: 'Kinds', content: { item: 'l1' } },
    { chapter: 'Ladders / More', title: 'Rungs', is_published: false, content: { item: 'l2' } },
  ]);
  expect(plan).toMatchObject({ lesson_count: 3, file_count: 1, found: 3, made: 3, warnings: [] });
  expect(await itemsOf()).toMatchObject([
    {
      standard: 'scorm_1_2',
      title: 'Safety & health',
      items: {
        intro: { launch: 'a.html?x=1#top', reports: true, mastery_score: null },
        l1: { launch: 'deep/page%20one.html?page=2', mastery_score: 80, launch_data: 'abc' },
        l2: { launch: 'deep/page%20one.html' },
      },
    },
  ]);
});

test('a package of SCORM 2004 keeps what passes its items, and says that sequencing is lost', async () => {
  const { plan, lessons } = await taken(
    one({
      standard: '2004',
      items: [
        {
          id: 'i',
          title: 'Quiz',
          ref: 'r',
          inside:
            '<adlcp:completionThreshold minProgressMeasure="0.75"/><imsss:sequencing><imsss:controlMode flow="true"/><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>',
        },
        { id: 'asset', title: 'Sheet', ref: 's' },
      ],
      resources: { r: 'index.html', s: '<resource identifier="s" type="webcontent" adlcp:scormType="asset" href="INDEX.html"/>' },
    }),
  );
  expect(lessons).toHaveLength(2);
  expect(kinds(plan)).toEqual([['changed', 'sequencing_lost', 'imsmanifest.xml']]);
  expect(await itemsOf()).toMatchObject([
    {
      standard: 'scorm_2004',
      items: { i: { mastery_score: 0.6, completion_threshold: 0.75, reports: true }, asset: { launch: 'index.html', reports: false } },
    },
  ]);
});

test.each<[string, Partial<ScormPackage>, string[][]]>([
  ['in a folder', { folder: 'package/' }, [['i', 'index.html']]],
  ['without an outline', { items: undefined }, [['r', 'index.html']]],
  [
    'whose addresses are absolute below xml:base, encoded or in other capital letters',
    { attributes: 'xml:base="a%20b/"', files: { 'A b/Index.html': PAGE } },
    [['i', 'A%20b/Index.html']],
  ],
  ['whose file has a question mark in its name', { resources: { r: 'q.html?a' }, files: { 'q.html?a': PAGE } }, [['i', 'q.html%3Fa']]],
  [
    'with parameters behind a query string and a fragment',
    { items: [{ id: 'i', title: 'L', ref: 'r', attributes: 'parameters="&amp;b=2"' }], resources: { r: 'index.html?a=1#x' } },
    [['i', 'index.html?a=1&b=2#x']],
  ],
  ['with a fragment as parameters', { items: [{ id: 'i', title: 'L', ref: 'r', attributes: 'parameters="#end"' }] }, [['i', 'index.html#end']]],
  [
    'that has two items of one name',
    { items: ['A', 'B'].map((title) => ({ id: 'i', title, ref: 'r' })) },
    [
      ['i', 'index.html'],
      ['i#2', 'index.html'],
    ],
  ],
  [
    'with a manifest inside of the manifest',
    {
      items: [{ id: 'outer', title: 'Outer', ref: 'nested' }],
      resources: {},
      inside:
        '<manifest identifier="nested"><organizations><organization identifier="n"><title>N</title><item identifier="inner" identifierref="x"><title>Inner</title></item></organization></organizations><resources xml:base="sub/"><resource identifier="x" type="webcontent" adlcp:scormtype="sco" href="x.html"/></resources></manifest>',
      files: { 'sub/x.html': PAGE },
    },
    [['inner', 'sub/x.html']],
  ],
])('a package %s is taken as the specification says', async (_what, made, expected) => {
  await taken(one(made));
  expect(await launches()).toEqual(expected);
});

test('items that cannot play are left out and said so', async () => {
  const { plan, lessons } = await taken(
    one({
      items: [
        { id: 'i', title: 'Good', ref: 'r', inside: '<adlcp:prerequisites type="aicc_script">x</adlcp:prerequisites>' },
        { id: 'none', title: 'No resource', ref: 'nowhere' },
        { id: 'gone', title: 'No file', ref: 'g' },
        { id: 'up', title: 'Outside', ref: 'u' },
        { id: 'far', title: 'Elsewhere', ref: 'f' },
        { id: 'js', title: 'Script', ref: 'j' },
      ],
      resources: { r: 'index.html', g: 'gone.html', u: '../../etc/passwd', f: 'https://example.org/a.html', j: 'javascript:alert(1)' },
      inside: '<organizations><organization identifier="second"><title>Second</title></organization></organizations>',
    }),
  );
  expect(lessons).toHaveLength(1);
  expect(kinds(plan)).toEqual([
    ['changed', 'prerequisites_lost', 'imsmanifest.xml#i'],
    ['skipped', 'resource_missing', 'imsmanifest.xml#none'],
    ['skipped', 'resource_missing', 'imsmanifest.xml#gone'],
    ['skipped', 'resource_missing', 'imsmanifest.xml#up'],
    ['skipped', 'resource_not_supported', 'imsmanifest.xml#far'],
    ['skipped', 'resource_not_supported', 'imsmanifest.xml#js'],
  ]);
});

test('a second outline is left out and said so', async () => {
  const xml = manifestXml(one()).replace('</organizations>', '<organization identifier="second"><title>Second</title></organization></organizations>');
  const { plan } = await importWhole(
    app,
    school,
    await zipOf([
      { name: 'imsmanifest.xml', content: xml },
      { name: 'index.html', content: PAGE },
    ]),
    'a package.zip',
  );
  expect(kinds(plan)).toEqual([['skipped', 'organization_skipped', 'imsmanifest.xml#second']]);
});

test('hostile and broken packages are refused, and leave nothing', async () => {
  const manifest = manifestXml(one());
  const page = { name: 'index.html', content: PAGE };
  const withManifest = (content: string, ...more: ZipEntry[]) => zipOf([{ name: 'imsmanifest.xml', content }, page, ...more]);
  const xxe = manifest.replace('<manifest', '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><manifest').replace('Safety', '&x;');
  expect(await refused(await withManifest(xxe))).toBe('invalid');
  expect(await refused(await withManifest(manifest.slice(0, -20)))).toBe('invalid');
  expect(await refused(await withManifest(manifest, { name: 'link', content: '/etc/passwd', mode: 0o120777 }))).toBe('archive_unsafe_entry');
  const up = Buffer.from(
    (await withManifest(manifest, { name: 'aa/evil.js', content: 'x' })).toString('latin1').replaceAll('aa/evil.js', '../evil.js'),
    'latin1',
  );
  expect(await refused(up)).toBe('archive_unsafe_name');
  expect(await refused(await packageZip(one({ items: [{ id: 'f', title: 'Folder' }] })))).toBe('scorm_no_sco');
  expect(await refused(await packageZip(one({ items: undefined, resources: {} })))).toBe('scorm_no_sco');
  expect(await refused(await packageZip(one({ resources: { r: 'gone.html' } })))).toBe('scorm_no_sco');
  expect(await refused(await packageZip(one()), { format: 'common_cartridge' })).toBe('scorm_not_supported');
  expect(await refused(await zipOf([page]), { format: 'scorm' })).toBe('not_recognised');
  expect(await refused(await zipOf([{ name: 'imsmanifest.xml', content: '<manifest><resources/></manifest>' }]), { format: 'scorm' })).toBe('not_recognised');
  expect(await refused(await zipOf([{ name: 'inner.zip', content: await packageZip(one()) }]))).toBe('not_recognised');
  expect(await itemsOf()).toEqual([]);
});

test('a package counts in the storage, and is deleted when its last lesson is gone or shows something else', async () => {
  const used = async () => (await read('storage/usage/')).used_bytes;
  const before = await used();
  const made = one({ files: { 'index.html': PAGE, 'a.bin': Buffer.alloc(5000, 1) } });
  const { course_id } = await importCourse(app, school, await packageZip(made), {}, 'a.zip');
  expect(await used()).toBe(before + 5000 + PAGE.length + manifestXml(made).length);
  expect((await read('storage/objects/?purpose=package')).results).toMatchObject([{ course_id, purpose: 'package', status: 'ready' }]);
  const { results: chapters } = await read(`courses/${course_id}/chapters/`);
  const path = `courses/${course_id}/chapters/${chapters[0].id}/lessons/`;
  const { results } = await read(path);
  const copy = (await expectStatus(201, call('post', `${path}${results[0].id}/duplicate/`, {}))).body;
  expect(copy.content).toEqual((await read(`${path}${results[0].id}/`)).content);
  await expectStatus(204, call('delete', `${path}${results[0].id}/`));
  await sweep();
  expect(await launches()).toHaveLength(1);
  const { updated_at } = await read(`${path}${copy.id}/`);
  await expectStatus(200, call('patch', `${path}${copy.id}/`, { updated_at, content: { url: 'https://example.org/' } }));
  await sweep();
  expect([await launches(), await used()]).toEqual([[], before]);
});

async function sweep() {
  await enqueue(app.database.db, 'delete_unused_packages', {});
  await app.mailbox.runJobs();
}

test('a course that shows a package is deleted with it, and an import of one is taken back', async () => {
  const bytes = await packageZip(one());
  const stored = async () =>
    (await app.database.db.selectFrom('storage_objects').select('purpose').where('organisation_id', '=', school.organisation.id).execute()).length;
  const { course_id } = await importCourse(app, school, bytes, {}, 'a.zip');
  expect([await stored(), await launches()]).toEqual([1, [['i', 'index.html']]]);
  await expectStatus(204, call('delete', `courses/${course_id}/`));
  expect([await stored(), await launches()]).toEqual([0, []]);
  const alone = await importCourse(app, school, bytes, {}, 'a.zip');
  await expectStatus(204, call('delete', `course-imports/${alone.id}/commit/`));
  expect([await stored(), await launches()]).toEqual([0, []]);
  const added = await importCourse(app, school, bytes, {}, 'a.zip', school.courseId);
  await expectStatus(204, call('delete', `course-imports/${added.id}/commit/`));
  await sweep();
  expect([await stored(), await launches()]).toEqual([0, []]);
});

test('a lesson shows packages of its course only, and only items that they have', async () => {
  const { lessons } = await taken(one());
  const [{ content, course_id, chapter_id }] = lessons;
  const post = (path: string, more: object) => call('post', `${path}lessons/`, { title: 'L', content_type: 'embed', content: { ...content, ...more } });
  const here = `courses/${course_id}/chapters/${chapter_id}/`;
  expect((await expectStatus(201, post(here, { title: 'Frame' }))).body.content).toEqual({ ...content, title: 'Frame' });
  expect(await faultsOf(post(here, { item: 'other' }))).toEqual(['content.item unknown']);
  expect(await faultsOf(post(`courses/${school.courseId}/chapters/${school.chapterId}/`, {}))).toEqual(['content.package_id unknown']);
  expect(await faultsOf(post(here, { url: 'https://example.org/' }))).toEqual(['content.url unknown_field']);
});

test('an embedded page may leave its source out, and gets it whenever it is written', async () => {
  const made = await school.newLesson({ content_type: 'embed', content: { url: 'https://example.org/' } });
  expect(made.content).toMatchObject({ source: 'url', url: 'https://example.org/' });
  await app.database.pool.query(`update lessons set content = content - 'source' where id = $1`, [made.id]);
  const path = `courses/${made.course_id}/chapters/${made.chapter_id}/lessons/${made.id}/`;
  const { updated_at } = await read(path);
  expect((await expectStatus(200, call('patch', path, { updated_at, title: 'New' }))).body.content).toMatchObject({ source: 'url' });
});

/** Some settings are stored as they were written, so that their members can stand in another order. */
const texts = ({ entries, manifest }: Archive) => ({
  ...Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, String(bytes)])),
  'course.json': manifest,
});

test('an archive of a course holds its packages, and brings them back in their version', async () => {
  const { lessons } = await taken(one({ standard: '2004', files: { 'index.html': PAGE, 'empty.txt': '', 'b/c.js': 'var a = 1;' } }));
  const [{ course_id }] = lessons;
  const entry = expect.objectContaining({ path: expect.any(String) });
  const archive = await archiveOf(app, school, course_id);
  expect(archive.manifest.packages).toMatchObject([{ title: 'Safety', standard: 'scorm_2004', items: [{ item: 'i' }], entries: [entry, entry, entry, entry] }]);
  const bytes = await zipOf(Object.entries(archive.entries).map(([name, content]) => ({ name, content })));
  const again = await importCourse(app, school, bytes, {}, 'again.zip');
  expect(again).toMatchObject({ status: 'completed' });
  expect(texts(await archiveOf(app, school, again.course_id))).toEqual(texts(archive));
});

test('a lesson that shows a package is not exported as another package', async () => {
  const { lessons } = await taken(one());
  const [{ id, course_id, chapter_id }] = lessons;
  expect(await refusalOf(call('get', `courses/${course_id}/chapters/${chapter_id}/lessons/${id}/export/scorm/`))).toEqual([409, 'package_not_exported']);
});
