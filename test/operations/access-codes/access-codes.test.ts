import { type AccessCodes, accessCodes, redeem } from '../../support/access-codes.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { awayFrom, newSchool, type School } from '../../support/school.ts';
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
const auditOf = async (id: string) =>
  (await app.database.pool.query<{ action: string }>('select action from audit_log where object_id = $1 order by id', [id])).rows.map(({ action }) => action);

describe('access codes', () => {
  test('are created in batches of random codes, listed newest first by batch and status, and exported as CSV', async () => {
    const batch = await codes.made({ count: 3, label: '=Harbour, "autumn"', expires_at: inDays(30) });
    expect(new Set(batch.codes).size).toBe(3);
    for (const code of batch.codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
    const single = await codes.made({ code: ' open-house_26 ', max_uses: null });
    expect(single.codes).toEqual(['OPENHOUSE_26']);
    const { count, results } = await codes.list();
    expect(count).toBe(4);
    expect(results[0]).toEqual({
      id: expect.any(String),
      batch_id: single.id,
      code: 'OPENHOUSE_26',
      label: '',
      status: 'active',
      max_uses: null,
      uses: 0,
      order_id: null,
      expires_at: null,
      revoked_at: null,
      created_at: expect.any(String),
    });
    expect((await codes.list(`?batch_id=${batch.id}`)).results.map(({ code }: { code: string }) => code).sort()).toEqual([...batch.codes].sort());
    await expectStatus(204, codes.revoke(results[3].id));
    expect((await codes.list('?status=revoked')).results).toMatchObject([{ id: results[3].id, revoked_at: expect.any(String) }]);
    const { text, headers } = await expectStatus(200, school.browser.call('get', `${codes.path}${batch.id}/export/`));
    const row = (code: string, status: string) => `${code},"'=Harbour, ""autumn""",${status},0,1,${inDays(30)}`;
    const [first, second, third] = batch.codes as [string, string, string];
    const lines = ['code,label,status,uses,max_uses,expires_at', row(first, 'revoked'), row(second, 'active'), row(third, 'active'), ''];
    expect([headers['content-type'], text]).toEqual([expect.stringContaining('text/csv'), lines.join('\r\n')]);
  });

  test('that were created, changed, redeemed and revoked leave an audit row each, without the codes', async () => {
    const {
      id,
      codes: [code],
    } = await codes.made({ label: 'For Mina' });
    const { results } = await codes.list();
    await expectStatus(200, codes.patch(id, { label: 'For Mina and Noor', max_uses: 2 }));
    await expectStatus(200, codes.patch(id, {}));
    await expectStatus(201, redeem(await codes.newVisitor(), code));
    await expectStatus(204, codes.revoke(id));
    await expectStatus(204, codes.revoke(id));
    expect(await auditOf(id)).toEqual(['access_code.created', 'access_code.updated', 'access_code.revoked']);
    expect(await auditOf(results[0].id)).toEqual(['access_code.redeemed']);
    const { rows } = await app.database.pool.query('select 1 from audit_log a where strpos(to_jsonb(a)::text, $1) > 0', [code]);
    expect(rows).toEqual([]);
  });

  test.each([
    ['a code that is too short', { code: 'ab-c d' }, ['code', 'invalid']],
    ['a code with a control character', { code: 'open\u0001house' }, ['code', 'invalid']],
    ['several codes of one choice', { code: 'openhouse', count: 2 }, ['count', 'not_allowed']],
    ['an end in the past', { expires_at: '2020-01-01T00:00:00.000Z' }, ['expires_at', 'past']],
  ])('are refused for %s', async (_what, body, [field, code]) => {
    expect((await expectStatus(400, codes.create(body))).body.errors).toMatchObject([{ field, code }]);
  });

  test('are unique in any spelling within the organisation, and of fifty requests for one at once, one creates it', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => codes.create({ code: n % 2 ? 'Open-House' : 'OPENHOUSE' })));
    expect(statusCounts(answers)).toEqual({ 201: 1, 409: 49 });
    const batch_id = answers.find(({ status }) => status === 201)?.body.id;
    const { id } = (await expectStatus(200, school.browser.call('get', `courses/${school.courseId}/codes/`))).body.results.find(
      (one: { batch_id: string }) => one.batch_id === batch_id,
    );
    const taken = { code: 'access_code_taken', access_code_id: id, course_id: school.courseId };
    for (const { status, body } of [...answers, await codes.create({ code: 'open house' })]) if (status === 409) expect(body).toMatchObject(taken);
    const other = await newSchool(app);
    await expectStatus(201, other.browser.call('post', `courses/${other.courseId}/codes/`, { code: 'openhouse' }));
  });

  test('cannot get fewer uses than they have', async () => {
    const {
      id,
      codes: [code],
    } = await codes.made({ max_uses: 5 });
    for (let n = 0; n < 2; n++) await expectStatus(201, redeem(await codes.newVisitor(), code));
    expect((await expectStatus(400, codes.patch(id, { max_uses: 1 }))).body.errors).toMatchObject([{ field: 'max_uses', code: 'below_uses' }]);
    expect((await expectStatus(200, codes.patch(id, { max_uses: 2 }))).body).toEqual({ id, count: 1, uses: 2, places_ended: 0 });
    expect((await codes.list()).results).toMatchObject([{ status: 'used_up' }]);
    expect((await expectStatus(400, codes.patch(id, { expires_at: '2020-01-01T00:00:00.000Z' }))).body.errors).toMatchObject([{ code: 'past' }]);
  });

  test('end at the moment that was sent, which is kept and audited in UTC', async () => {
    const { id } = await codes.made();
    await expectStatus(200, codes.patch(id, { expires_at: '2999-01-01T01:30:00+02:00' }));
    expect((await codes.list()).results).toMatchObject([{ expires_at: '2998-12-31T23:30:00.000Z' }]);
    const { rows } = await app.database.pool.query(`select after from audit_log where object_id = $1 and action = 'access_code.updated'`, [id]);
    expect(rows).toMatchObject([{ after: { expires_at: '2998-12-31T23:30:00.000Z' } }]);
  });

  test('are found nowhere but in the course that they are for', async () => {
    const { id } = await codes.made();
    for (const [browser, courseId, codeId] of await awayFrom(app, school, id)) {
      await expectStatus(404, browser.call('patch', `courses/${courseId}/codes/${codeId}/`, { label: 'x' }));
      await expectStatus(404, browser.call('delete', `courses/${courseId}/codes/${codeId}/`));
      await expectStatus(404, browser.call('get', `courses/${courseId}/codes/${codeId}/export/`));
    }
  });
});
