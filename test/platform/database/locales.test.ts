import { randomUUID } from 'node:crypto';
import { insertUser } from '../../../src/domain/identity/accounts/add-user.ts';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { Browser, expectStatus, PASSWORD } from '../../support/browser.ts';
import { createTestDatabase } from '../../support/database.ts';
import { newSchool, type School } from '../../support/school.ts';

/** Options of `create database`. By the rules of Turkish, the lower case of I is ı, and the upper case of i is İ. By those of C, only ASCII has case. */
const LOCALES = [
  ['C', `encoding 'UTF8' locale_provider libc lc_collate 'C' lc_ctype 'C'`],
  ['tr (ICU)', `encoding 'UTF8' locale_provider icu icu_locale 'tr' lc_collate 'C' lc_ctype 'C'`],
] as const;

describe.each(LOCALES)('in a database with the locale %s', (_name, locale) => {
  let app: TestApp;
  let school: School;
  beforeAll(async () => {
    const database = await createTestDatabase(locale);
    await migrate(database.url);
    app = await startTestApp(undefined, { database });
    school = await newSchool(app);
  });
  afterAll(() => app.close());

  const post = (path: string, body: object) => new Browser(app).call('post', path, body);
  const signUp = (email: string) => expectStatus(202, post('auth/signup/', { email, password: PASSWORD, name: 'New' }));

  test('an email address signs in however its case is spelled, and has one account', async () => {
    const part = `info2-${randomUUID()}`;
    await signUp(`${part.toUpperCase()}@EXAMPLE.org`);
    await signUp(`${part}@example.org`);
    const { rows } = await app.database.pool.query('select email from users where email ilike $1', [`%${part.slice(-20)}%`]);
    expect(rows).toEqual([{ email: `${part.toUpperCase()}@EXAMPLE.org` }]);
    for (const email of [part, part.toUpperCase()]) await expectStatus(200, post('auth/login/', { email: `${email}@Example.org`, password: PASSWORD }));
  });

  test.each([
    ['INFO for beginners', 'info'],
    ['İstanbul', 'istanbul'],
    ['Istanbul at night', 'İSTANBUL AT'],
    ['Isparta', 'ısparta'],
    ['Straßenbau', 'STRASSEN'],
    ['Grosse Masse', 'große'],
    ['ΟΔΟΣΗΜΑ', 'οδος'],
    ['Ὁδός', 'ΔΌΣ'],
    ['Живопись', 'ЖИВО'],
    ['Élan'.normalize('NFD'), 'éLAN'],
  ])('the course %s is found by %s', async (title, search) => {
    const course = await school.newCourse({ title, status: 'published', visibility: 'public' });
    const found = async (list: string) => (await expectStatus(200, school.browser.call('get', `${list}?search=${encodeURIComponent(search)}`))).body.results;
    expect((await found('courses/')).map(({ id }: { id: string }) => id)).toContain(course.id);
    expect((await found('me/discover/')).map((row: { course: { id: string } }) => row.course.id)).toContain(course.id);
  });

  test('learners are found by their names in every script, and by their email addresses', async () => {
    const course = await school.newCourse({ title: 'Found', status: 'published' });
    const id = newId();
    const { db, pool } = app.database;
    await insertUser(db, { id, email: `INFO-${id}@example.org`, name: 'Şule Ćwik İlhan', email_verified_at: new Date().toISOString() }).execute();
    await pool.query(`insert into memberships (organisation_id, user_id, role) values ($1, $2, 'learner')`, [school.organisation.id, id]);
    await expectStatus(201, school.browser.call('post', `courses/${course.id}/enroll/`, { email: `info-${id}@EXAMPLE.ORG` }));
    for (const search of ['şULE', 'ćwik', 'ilhan', 'İLHAN', 'info-']) {
      const { body } = await expectStatus(200, school.browser.call('get', `courses/${course.id}/learners/?search=${encodeURIComponent(search)}`));
      expect([search, body.count]).toEqual([search, 1]);
    }
  });

  test('names that differ only in case are the same name', async () => {
    const course = await school.newCourse();
    const cohort = (name: string) => school.browser.call('post', `courses/${course.id}/cohorts/`, { name });
    await expectStatus(201, cohort('INFO Живопись'));
    expect((await cohort('info живопись')).body.code).toBe('cohort_name_taken');
  });
});
