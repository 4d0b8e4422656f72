import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type AwardingCourse, download, newAwardingCourse, ownCertificates } from '../../support/certificates.ts';
import { drawPages, pdfObjects } from '../../support/pdf.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AwardingCourse;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newAwardingCourse(app, school);
});
afterAll(() => app.close());

test('the holder and staff download the same PDF each time, and nobody else does', async () => {
  const { learner, certificate } = await course.certified('Ελένη Παπαδοπούλου');
  const [first, second, ofStaff] = await Promise.all([
    download(app, learner.browser, certificate.id),
    download(app, learner.browser, certificate.id),
    download(app, school.browser, certificate.id),
  ]);
  expect(first).toMatchObject({ status: 200, type: 'application/pdf' });
  expect(first.bytes.equals(second.bytes) && first.bytes.equals(ofStaff.bytes)).toBe(true);
  expect(first.bytes.length).toBeLessThan(300_000);
  expect(pdfObjects(first.bytes)).toMatch(/StructTreeRoot/);
  expect(await drawPages(first.bytes, 36)).toHaveLength(1);
  const stranger = await course.enrolled();
  expect((await download(app, stranger.browser, certificate.id)).status).toBe(404);
  expect((await download(app, learner.browser, 'x')).status).toBe(404);
});

test('a certificate says what it said at its issue, whatever changes afterwards', async () => {
  const { learner, certificate } = await course.certified();
  const before = await download(app, learner.browser, certificate.id);
  const { pool } = app.database;
  await pool.query(`update users set name = 'Another' where id = $1`, [learner.id]);
  await pool.query(`update courses set title = 'Another' where id = $1`, [course.id]);
  await pool.query(`update organisations set primary_color = '#ff0000' where id = $1`, [school.organisation.id]);
  await course.settings({ design: 'modern', validity_months: 1 });
  const after = await download(app, learner.browser, certificate.id);
  expect(after.bytes.equals(before.bytes)).toBe(true);
  expect(await ownCertificates(learner.browser)).toEqual([certificate]);
  await pool.query(`update courses set title = 'The Unix Shell' where id = $1`, [course.id]);
  await course.settings();
});

test('the logo stays on certificates when the branding loses it', async () => {
  const png = await (await import('sharp'))
    .default({ create: { width: 80, height: 40, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  await expectStatus(200, school.browser.upload('tenants/logo/', png, { filename: 'logo.png' }));
  const { learner, certificate } = await course.certified();
  const before = await download(app, learner.browser, certificate.id);
  expect(pdfObjects(before.bytes)).toMatch(/\/Subtype ?\/Image/);
  await expectStatus(200, school.browser.call('patch', 'tenants/branding/', { logo_url: null }));
  await app.mailbox.runJobs();
  expect((await download(app, learner.browser, certificate.id)).bytes.equals(before.bytes)).toBe(true);
});

test('the page of one’s own certificates leads to what one can do with them', async () => {
  const { learner, certificate } = await course.certified();
  const page = await learner.browser.open(`/account/certificates?organisation=${school.organisation.id}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain(String(certificate.serial));
  expect(page.text).toContain(`/api/v1/me/certificates/${certificate.id}/download/`);
});
