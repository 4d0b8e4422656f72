import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type AwardingCourse, newAwardingCourse, verify } from '../../support/certificates.ts';
import { refusalOf } from '../../support/learner.ts';
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

test('anybody can verify a certificate as a page or as JSON, however its number is typed, and learns no more than it says', async () => {
  const { learner, certificate } = await course.certified('<b>Zoë</b>');
  const serial = String(certificate.serial);
  const answer = await verify(app, serial);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({ vary: expect.stringContaining('Accept') });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.body).toEqual({
    serial,
    status: 'valid',
    name: '<b>Zoë</b>',
    course_title: 'The Unix Shell',
    organisation_name: 'Academy',
    cohort_name: null,
    hours: null,
    grade: null,
    completed_on: expect.any(String),
    issued_on: expect.any(String),
    expires_on: null,
    course_url: expect.stringContaining(`/courses/the-unix-shell?organisation=${school.organisation.subdomain}`),
    picture_url: null,
    logo_url: null,
  });
  expect((await verify(app, serial.replaceAll('-', '').toLowerCase())).body).toEqual(answer.body);
  const page = await app.http.get(`/certificates/${serial}`).accept('html').set('Accept-Language', 'de');
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({ 'content-type': expect.stringContaining('text/html'), vary: expect.stringContaining('Accept') });
  expect(page.headers['set-cookie']).toBeUndefined();
  expect(page.text).toContain('Dieses Zertifikat ist gültig.');
  expect(page.text).toContain('&lt;b&gt;Zoë&lt;/b&gt;');
  expect(page.text).toContain('name="robots" content="noindex"');
  expect(page.text).not.toMatch(/<script/);
  expect(page.text).not.toContain(learner.email);
});

test('the page of a certificate leads to its course and to another number, and to nothing that only members may see', async () => {
  const { certificate } = await course.certified();
  const serial = String(certificate.serial);
  const open = (path: string) => app.http.get(path).accept('html');
  const { text } = await open(`/certificates/${serial}`);
  expect(text).toMatch(/class="seal valid".*<h2><a href="[^"]*\/courses\/the-unix-shell[?]/s);
  expect(text).toMatch(/<form[^>]*action="\/certificates".*name="serial" value="[^"]+".*Verify<\/button>/s);
  expect((await open(`/certificates?serial=%20${serial}`)).headers.location).toBe(`/certificates/${serial}`);
  expect((await open('/certificates?serial=../account')).text).toContain('There is no certificate with this number.');
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/`, { visibility: 'private' }));
  expect((await verify(app, serial)).body).toMatchObject({ course_url: null, picture_url: null });
  await expectStatus(200, school.browser.call('patch', `courses/${course.id}/`, { visibility: 'public' }));
});

test('numbers that never existed, are malformed or were purged are equally unknown', async () => {
  const { learner, certificate } = await course.certified();
  await app.database.pool.query('delete from enrollments where id = $1', [learner.enrollmentId]);
  const bodies = await Promise.all(
    [certificate.serial, '2222-2222-2222-2222', 'x', '%F0%9F%A6%8B'].map(async (serial) => {
      const { status, body } = await verify(app, String(serial));
      const { request_id: _id, instance: _instance, ...same } = body;
      return { status, ...same };
    }),
  );
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  expect(bodies[0]).toMatchObject({ status: 404, code: 'not_found' });
  const page = await app.http.get('/certificates/x').accept('html');
  expect([page.status, page.text]).toEqual([404, expect.stringContaining('There is no certificate with this number.')]);
});

test('the holder hides the name, and shows it to those who have their link', async () => {
  const { learner, certificate } = await course.certified();
  const { body } = await expectStatus(200, learner.browser.call('patch', `me/certificates/${certificate.id}/`, { is_name_hidden: true }));
  expect(body).toMatchObject({ is_name_hidden: true, name: 'Mina Farouk' });
  expect((await verify(app, String(certificate.serial))).body).toMatchObject({ status: 'valid', name: null });
  const { pathname, search } = new URL(String(certificate.holder_url));
  expect((await app.http.get(pathname + search).accept('json')).body).toMatchObject({ name: 'Mina Farouk' });
  expect((await app.http.get(`${pathname}?key=AAAA`).accept('json')).body).toMatchObject({ name: null });
  expect((await app.http.get(pathname).accept('html')).text).toContain('The holder has chosen to hide their name.');
  expect(await refusalOf(school.browser.call('patch', `me/certificates/${certificate.id}/`, { is_name_hidden: false }))).toEqual([404, 'not_found']);
  const audit = (await school.browser.call('get', `audit-log/?action=certificate.updated`)).body.results;
  expect(audit[0]).toMatchObject({ object_id: certificate.id, after: { is_name_hidden: true } });
});
