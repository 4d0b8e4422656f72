import { Kysely, PostgresDialect } from 'kysely';
import { up } from '../../migrations/0580-keys-of-former-staff.ts';
import { startTestApp } from '../support/app.ts';
import { expectStatus } from '../support/browser.ts';
import { newColleague, newSchool } from '../support/school.ts';

test('the migration ends the keys of those who are no longer staff, and leaves the keys of staff and of the service', async () => {
  const app = await startTestApp();
  try {
    const school = await newSchool(app);
    const [gone, demoted, stays] = [await newColleague(app, school), await newColleague(app, school), await newColleague(app, school)];
    for (const [name, { browser }] of Object.entries({ gone, demoted, stays })) await expectStatus(201, browser.call('post', 'tenants/api-keys/', { name }));
    const { pool } = app.database;
    await pool.query('delete from memberships where user_id = $1', [gone.id]);
    await pool.query(`update memberships set role = 'learner' where user_id = $1`, [demoted.id]);
    await up(new Kysely({ dialect: new PostgresDialect({ pool }) }));
    const { rows } = await pool.query(`select name from api_keys where revoked_at is not null order by name`);
    expect(rows).toEqual([{ name: 'demoted' }, { name: 'gone' }]);
    const { results } = (await expectStatus(200, school.browser.call('get', 'audit-log/?action=api_key.revoked'))).body;
    expect(results.map(({ before }: { before: { name: string } }) => before.name).sort()).toEqual(['demoted', 'gone']);
  } finally {
    await app.close();
  }
});
