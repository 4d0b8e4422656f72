import sharp from 'sharp';
import { newId } from '../../../src/domain/kernel/ids.ts';
import { eraseDueUsers } from '../../../src/domain/upkeep/privacy/erase-users.ts';
import { Browser, expectStatus, newCreator, newUser, PASSWORD } from '../../support/browser.ts';
import { storedKeys } from '../../support/files.ts';
import { app, DAY_MS, eraseAfter, GRACE_MS, idOf, join, remove, rowOf, rowsWith, signIn, useApp } from './deletion-tools.ts';

useApp();

describe('erasing an account whose deletion is due', () => {
  test('removes the name, email address and phone number everywhere and keeps only the records that others need', async () => {
    const owner = await newCreator(app);
    const user = await join(owner.organisation.id, 'creator');
    const { db, pool } = app.database;
    const phone = '+4915112345678';
    const { body: key } = await expectStatus(201, user.browser.call('post', 'tenants/api-keys/', { name: 'K', scopes: { courses: 'edit' } }));
    const { body: course } = await app.http.post('/api/v1/agent/courses/').set('Authorization', `Bearer ${key.secret}`).send({ title: 'T' });
    await db.insertInto('enrollments').values({ organisation_id: owner.organisation.id, id: newId(), course_id: course.id, user_id: user.id }).execute();
    await expectStatus(200, user.browser.call('patch', 'me/', { name: 'Nobody Else' }));
    await expectStatus(202, user.browser.call('post', 'me/data-export/'));
    await expectStatus(200, user.browser.call('post', 'me/totp/enable/start/'));
    const later = new Date(app.clock.now() + 100 * DAY_MS).toISOString();
    const hash = (byte: number) => Buffer.alloc(32, byte);
    await db.updateTable('users').set({ phone }).where('id', '=', user.id).execute();
    await db.insertInto('user_identities').values({ issuer: 'https://id.example', subject: 'me', user_id: user.id }).execute();
    await db
      .insertInto('phone_codes')
      .values({ purpose: 'sign_in', subject: phone, phone, code_hash: hash(1), expires_at: later })
      .execute();
    await db
      .insertInto('phone_proofs')
      .values({ secret_hash: hash(2), phone, expires_at: later })
      .execute();
    await db
      .insertInto('backup_codes')
      .values({ user_id: user.id, code_hash: hash(3) })
      .execute();
    await db
      .insertInto('credential_cards')
      .values({ secret_hash: hash(4), organisation_id: owner.organisation.id, user_id: user.id, expires_at: later })
      .execute();
    await db.insertInto('policy_acceptances').values({ user_id: user.id, policy: 'terms', version: '2026-01-01' }).execute();
    await db.insertInto('notification_preferences').values({ user_id: user.id, event: 'e', channel: 'email', is_enabled: false }).execute();
    await db
      .insertInto('cookie_consents')
      .values({ id: newId(), visitor_id: newId(), user_id: user.id, version: '1', preferences: true, analytics: true, marketing: true })
      .execute();
    const invite = (by: typeof user.browser, email: string) => by.call('post', 'tenants/members/invites/', { email, role: 'learner' });
    await expectStatus(201, invite((await newCreator(app)).browser, user.email));
    await expectStatus(201, invite(user.browser, 'somebody@example.org'));
    await user.browser.call('post', 'auth/password-reset/', { email: user.email });
    await app.mailbox.runJobs();
    expect(await storedKeys(app, `exports/${user.id}/`)).toHaveLength(1);
    await remove(user);

    await eraseAfter(GRACE_MS - 1);
    expect((await rowOf(user.id)).erased_at).toBeNull();
    await eraseAfter(1);

    expect(await rowOf(user.id)).toMatchObject({
      name: 'Deleted user',
      email: `deleted-${user.id}@deleted.invalid`,
      password_hash: null,
      phone: null,
      totp_secret: null,
      deletion_due_at: null,
      erased_at: expect.any(String),
    });
    expect([await rowsWith(user.email), await rowsWith('Nobody Else'), await rowsWith(phone), await storedKeys(app, 'exports/')]).toEqual([[], [], [], []]);
    expect(await rowsWith(user.id)).toEqual(['api_keys', 'audit_log', 'enrollments', 'users']);
    const { rows } = await pool.query(`select count(*)::int as count from audit_log where actor_id = $1 and ip is not null`, [user.id]);
    expect(rows).toEqual([{ count: 0 }]);
    await expectStatus(200, signIn(owner.email, owner.browser));
    const { body: log } = await owner.browser.call('get', `audit-log/?actor_id=${user.id}`);
    expect(log.results).toMatchObject([
      { action: 'member_invite.created', actor_name: 'Deleted user', after: { role: 'learner' } },
      { action: 'api_key.created', actor_name: 'Deleted user' },
    ]);
  });

  test('prevents every sign-in to it, and its email address can sign up again', async () => {
    const user = await newUser(app);
    const id = await idOf(user.email);
    await remove(user);
    await eraseAfter(GRACE_MS);
    for (const email of [user.email, `deleted-${id}@deleted.invalid`]) {
      expect((await signIn(email)).body.code).toBe('invalid_credentials');
      await expectStatus(202, new Browser(app).call('post', 'auth/password-reset/', { email }));
      expect((await app.mailbox.read(email)).filter(({ subject }) => subject === 'Set a new password')).toEqual([]);
    }
    await expectStatus(202, new Browser(app).call('post', 'auth/signup/', { email: user.email, password: PASSWORD, name: 'Again' }));
    await app.mailbox.read(user.email);
    await expectStatus(200, signIn(user.email));
  });

  test('deletes organisations without other staff, including their files, and leaves every other organisation with an owner', async () => {
    const owner = await newCreator(app);
    const logo = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await expectStatus(200, owner.browser.upload('tenants/logo/', logo));
    const { body: run } = await expectStatus(201, owner.browser.call('post', 'tenants/setup/', { name: 'Run', subdomain: `org-${newId().slice(0, 13)}` }));
    const { body: owned } = await expectStatus(201, owner.browser.call('post', 'tenants/setup/', { name: 'Owned', subdomain: `org-${newId().slice(24)}` }));
    const first = await join(run.id, 'creator');
    await join(run.id, 'creator');
    const second = await join(owned.id, 'owner');
    expect(await rowsWith(owner.organisation.id)).toContain('audit_log');
    await remove(owner);
    await eraseAfter(GRACE_MS);
    expect(await rowsWith(owner.organisation.id)).not.toContain('audit_log');
    const { db } = app.database;
    const left = await db.selectFrom('organisations').select('id').orderBy('id').execute();
    expect([left.map(({ id }) => id), await storedKeys(app, 'public/logos/')]).toEqual([[run.id, owned.id].sort(), []]);
    const owners = await db
      .selectFrom('memberships')
      .select(['organisation_id', 'user_id'])
      .where('role', '=', 'owner')
      .where('organisation_id', 'in', [run.id, owned.id])
      .execute();
    expect(new Set(owners.map((row) => `${row.organisation_id} ${row.user_id}`))).toEqual(new Set([`${run.id} ${first.id}`, `${owned.id} ${second.id}`]));
    await expectStatus(200, signIn(first.email, first.browser));
    const { body: log } = await first.browser.call('get', 'audit-log/?action=membership');
    expect(log.results).toEqual([
      expect.objectContaining({ actor_type: 'system', object_id: first.id, before: { role: 'creator' }, after: { role: 'owner' } }),
    ]);
  });

  test('is postponed for an owner whose organisation has gained learners, and happens once they have left', async () => {
    const owner = await newCreator(app);
    const id = await idOf(owner.email);
    await remove(owner);
    const learner = await join(owner.organisation.id, 'learner');
    const other = await newUser(app);
    const otherId = await idOf(other.email);
    await remove(other);
    await eraseAfter(GRACE_MS + DAY_MS);
    expect([(await rowOf(id)).erased_at, (await rowOf(otherId)).erased_at]).toEqual([null, expect.any(String)]);
    await app.database.db.deleteFrom('memberships').where('organisation_id', '=', owner.organisation.id).where('user_id', '=', learner.id).execute();
    await eraseAfter(0);
    expect((await rowOf(id)).erased_at).not.toBeNull();
  });

  test('is not blocked by an account that cannot be erased, and happens once per account even with concurrent runs', async () => {
    const stuck = await newUser(app);
    const stuckId = await idOf(stuck.email);
    const { pool } = app.database;
    await remove(stuck);
    await pool.query(
      `insert into users (id, email, email_key, name, deletion_due_at)
        select gen_random_uuid(), n || '@many.example', n || '@many.example', 'Many', now() from generate_series(1, 7) n`,
    );
    await pool.query(`create function refuse() returns trigger language plpgsql as $$ begin
      if new.id = '${stuckId}' then raise exception 'refused'; end if; return new; end $$;
      create trigger refuse before update on users for each row execute function refuse()`);
    app.clock.advance(GRACE_MS);
    const run = () => eraseDueUsers({ db: app.database.db, clock: app.clock }, 3);
    expect((await Promise.allSettled([run(), run()])).map(({ status }) => status)).toContain('rejected');
    const { rows } = await pool.query(`select count(*)::int as count, max(session_epoch) as epoch from users where name = 'Deleted user'`);
    expect(rows).toEqual([{ count: 7, epoch: 1 }]);
    await pool.query('drop function refuse cascade');
    await eraseAfter(0);
    expect((await rowOf(stuckId)).erased_at).not.toBeNull();
  });
});
