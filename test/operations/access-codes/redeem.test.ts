import { type AccessCodes, accessCodes, redeem } from '../../support/access-codes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus, newUser } from '../../support/browser.ts';
import { exportOf } from '../../support/data-export.ts';
import { newSchool, type School } from '../../support/school.ts';
import { statusCounts } from '../../support/studio.ts';

let app: TestApp;
let school: School;
let codes: AccessCodes;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  school = await newSchool(app);
  codes = accessCodes(app, school);
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(app.clock.now() + days * DAY_MS).toISOString();

describe('redeeming an access code', () => {
  test('enrolls a stranger once, in any spelling, also in a course that costs money and is not published', async () => {
    const {
      codes: [code],
    } = await codes.made();
    await expectStatus(200, school.browser.call('put', `courses/${school.courseId}/price/`, { amount: 4900, currency: 'EUR' }));
    const browser = await codes.newVisitor();
    const spelled = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4, 8)} ${code.slice(8)}`;
    const { body } = await expectStatus(201, redeem(browser, spelled));
    expect(body).toMatchObject({ source: 'code', state: 'active', course: { id: school.courseId } });
    expect((await expectStatus(200, redeem(browser, code))).body.id).toBe(body.id);
    expect((await codes.list()).results).toMatchObject([{ uses: 1, status: 'used_up' }]);
    const files = await exportOf(app, browser);
    expect(JSON.parse(files['enrollment-grants.json'] ?? '')).toMatchObject([{ source: 'code', revoked_at: null }]);
  });

  test('uses nothing up for somebody who has access, even if the code can no longer be redeemed', async () => {
    const [first, second] = [await codes.made(), await codes.made()];
    const browser = await codes.newVisitor();
    await expectStatus(201, redeem(browser, first.codes[0]));
    await expectStatus(200, redeem(browser, second.codes[0]));
    await expectStatus(204, codes.revoke(second.id));
    await expectStatus(200, redeem(browser, second.codes[0]));
    expect((await codes.list(`?batch_id=${second.id}`)).results).toMatchObject([{ uses: 0 }]);
  });

  test('of fifty people at once, as many get a place as the code has uses left', async () => {
    const {
      codes: [code],
    } = await codes.made({ max_uses: 3 });
    for (let n = 0; n < 2; n++) await expectStatus(201, redeem(await codes.newVisitor(), code));
    const browsers = await Promise.all(Array.from({ length: 50 }, codes.newVisitor));
    const answers = await Promise.all(browsers.map((browser) => redeem(browser, code)));
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 49 });
    expect((await codes.list()).results).toMatchObject([{ uses: 3 }]);
    const { rows } = await app.database.pool.query(`select 1 from enrollments where course_id = $1 and source = 'code'`, [school.courseId]);
    expect(rows).toHaveLength(3);
  });

  test('ten times at once takes one use of a code for many', async () => {
    const {
      codes: [code],
    } = await codes.made({ max_uses: null });
    const browser = await codes.newVisitor();
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(browser, code)));
    expect(statusCounts(answers)).toEqual({ 200: 9, 201: 1 });
    expect((await codes.list()).results).toMatchObject([{ uses: 1 }]);
  });

  test('with two codes at once, uses one of them up and grants one place', async () => {
    const batch = await codes.made({ count: 2 });
    const browser = await codes.newVisitor();
    const answers = await Promise.all(batch.codes.map((code) => redeem(browser, code)));
    expect(statusCounts(answers)).toEqual({ 200: 1, 201: 1 });
    const { results } = await codes.list();
    expect(results.map(({ uses }: { uses: number }) => uses).sort()).toEqual([0, 1]);
    const { rows } = await app.database.pool.query(`select 1 from enrollment_grants g join enrollments e on e.id = g.enrollment_id where e.course_id = $1`, [
      school.courseId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('is refused with the reason for a code that is revoked, expired or used up', async () => {
    const [revoked, expired, used] = [await codes.made(), await codes.made({ expires_at: inDays(1) }), await codes.made()];
    await expectStatus(204, codes.revoke(revoked.id));
    await expectStatus(201, redeem(await codes.newVisitor(), used.codes[0]));
    app.clock.advance(DAY_MS);
    const browser = await codes.newVisitor();
    const codeOf = async (batch: { codes: [string, ...string[]] }) => (await expectStatus(409, redeem(browser, batch.codes[0]))).body.code;
    expect([await codeOf(revoked), await codeOf(expired), await codeOf(used)]).toEqual(['access_code_revoked', 'access_code_expired', 'access_code_used_up']);
  });

  test('answers alike for a code of another organisation, of a deleted course, and one that never was', async () => {
    const other = await newSchool(app);
    const { body } = await expectStatus(201, other.browser.call('post', `courses/${other.courseId}/codes/`, {}));
    const { id } = await school.newCourse();
    const gone = await expectStatus(201, school.browser.call('post', `courses/${id}/codes/`, {}));
    await expectStatus(204, school.browser.call('delete', `courses/${id}/`));
    const browser = await codes.newVisitor();
    for (const code of [body.codes[0], gone.body.codes[0], 'AAAAAAAAAAAA', ' - '])
      expect((await expectStatus(400, redeem(browser, code))).body.errors).toEqual([{ field: 'code', code: 'unknown', message: 'There is no such code.' }]);
  });

  test('needs an organisation, whose codes are looked up', async () => {
    const {
      codes: [code],
    } = await codes.made();
    const { browser } = await newUser(app);
    expect((await expectStatus(403, redeem(browser, code))).body.code).toBe('no_organisation');
  });

  test('is refused in an archived course, beyond the limit of learners, and after twenty attempts in an hour', async () => {
    const {
      codes: [code],
    } = await codes.made({ max_uses: null });
    await app.database.pool.query(`update courses set status = 'archived' where id = $1`, [school.courseId]);
    const browser = await codes.newVisitor();
    expect((await expectStatus(409, redeem(browser, code))).body.code).toBe('enrollment_closed');
    await app.database.pool.query(`update courses set status = 'published' where id = $1`, [school.courseId]);
    await app.database.pool.query(`update platform_subscriptions set plan_id = 'free' where organisation_id = $1`, [school.organisation.id]);
    await app.database.pool.query(
      `with people as (insert into users (id, name, email, email_key) select gen_random_uuid(), 'a', n || $1 || '@example.org', n || $1 || '@example.org'
         from generate_series(1, (select learner_limit from plans where id = 'free')) n returning id)
       insert into memberships (organisation_id, user_id, role) select $1::uuid, id, 'learner' from people`,
      [school.organisation.id],
    );
    expect((await expectStatus(403, redeem(browser, code))).body.code).toBe('learner_limit');
    for (let n = 0; n < 18; n++) await expectStatus(400, redeem(browser, `guess${n}`));
    await expectStatus(429, redeem(browser, code));
    expect((await codes.list()).results).toMatchObject([{ uses: 0 }]);
  });
});

describe('ending the places of access codes', () => {
  test('takes the access that they gave, once, from all learners of a batch, and tells webhooks', async () => {
    const batch = await codes.made({ count: 2, max_uses: 2 });
    const [mina, noor] = [await codes.newVisitor(), await codes.newVisitor()];
    const { body } = await expectStatus(201, redeem(mina, batch.codes[0]));
    await expectStatus(201, redeem(noor, batch.codes[1] as string));
    const endpoint = { url: 'https://hooks.example.org/lms', event_types: ['enrollment.revoked'] };
    await expectStatus(201, school.browser.call('post', 'integrations/webhooks/', endpoint));
    expect((await expectStatus(200, codes.patch(batch.id, { end_places: true }))).body).toEqual({ id: batch.id, count: 2, uses: 2, places_ended: 2 });
    expect((await expectStatus(200, codes.patch(batch.id, { end_places: true }))).body.places_ended).toBe(0);
    const { rows } = await app.database.pool.query<{ state: string }>(
      `select revoked_at is not null as is_revoked from enrollments where course_id = $1 and source = 'code'`,
      [school.courseId],
    );
    expect(rows).toEqual([{ is_revoked: true }, { is_revoked: true }]);
    const { rows: events } = await app.database.pool.query(`select type from webhook_events where organisation_id = $1 and type = 'enrollment.revoked'`, [
      school.organisation.id,
    ]);
    expect(events).toHaveLength(2);
    expect((await expectStatus(403, redeem(mina, batch.codes[0]))).body.code).toBe('enrollment_over');
    const next = await codes.made();
    expect((await expectStatus(201, redeem(mina, next.codes[0]))).body).toMatchObject({ id: body.id, state: 'active' });
  });

  test('leaves the places of those who have access for another reason, and revoking a code leaves them all', async () => {
    const {
      id,
      codes: [code],
    } = await codes.made();
    const browser = await codes.newVisitor();
    const { body } = await expectStatus(201, redeem(browser, code));
    await expectStatus(204, codes.revoke(id));
    const stateOf = async () => (await expectStatus(200, school.browser.call('get', `courses/${school.courseId}/learners/${body.id}/`))).body.state;
    expect(await stateOf()).toBe('active');
    await app.database.pool.query(
      `insert into enrollment_grants (organisation_id, enrollment_id, source, source_id, starts_at) values ($1, $2, 'purchase', gen_random_uuid(), now())`,
      [school.organisation.id, body.id],
    );
    expect((await expectStatus(200, codes.patch(id, { end_places: true }))).body.places_ended).toBe(1);
    expect(await stateOf()).toBe('active');
  });
});
