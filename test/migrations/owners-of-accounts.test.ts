import { Kysely, PostgresDialect } from 'kysely';
import { up } from '../../migrations/0540-owners-of-accounts.ts';
import { startTestApp } from '../support/app.ts';
import { newUser } from '../support/browser.ts';
import { commitFile, pupils, rostersOf } from '../support/roster.ts';
import { newSchool } from '../support/school.ts';

test('accounts from before belong to their persons, except those that a roster made and nobody could ever sign in to', async () => {
  const app = await startTestApp();
  try {
    const { pool } = app.database;
    const [school, other] = [await newSchool(app), await newSchool(app)];
    await commitFile(app, rostersOf(school), pupils(6));
    // Accounts that rosters made before had addresses.
    const { rows: accounts } = await pool.query('update users set has_mailbox = true where not has_mailbox returning email');
    const [made, verified, withPassword, withPhone, elsewhere, unproved] = accounts.map(({ email }) => email);
    const { email: own } = await newUser(app, { signedIn: false });
    await pool.query('insert into memberships (organisation_id, user_id, role) select $1, id, $2 from users where email = $3', [
      school.organisation.id,
      'learner',
      own,
    ]);
    await pool.query('update users set email_verified_at = now() where email = $1', [verified]);
    await pool.query(`update users set password_hash = 'x' where email = $1`, [withPassword]);
    await pool.query(`update users set phone = '+4915100000001' where email = $1`, [withPhone]);
    await pool.query(`insert into memberships (organisation_id, user_id, role) select $1, id, 'learner' from users where email = $2`, [
      other.organisation.id,
      elsewhere,
    ]);
    await pool.query(`delete from audit_log where object_id = (select id from users where email = $1)`, [unproved]);
    await pool.query('alter table users drop column made_by_organisation_id, drop column personal_since');
    await up(new Kysely({ dialect: new PostgresDialect({ pool }) }));
    const { rows } = await pool.query('select email, made_by_organisation_id as organisation from users where made_by_organisation_id is not null');
    expect(rows).toEqual([{ email: made, organisation: school.organisation.id }]);
  } finally {
    await app.close();
  }
});
