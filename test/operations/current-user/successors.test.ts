import { newId } from '../../../src/domain/kernel/ids.ts';
import { atOnce } from '../../support/at-once.ts';
import { Browser, expectStatus, newCreator, PASSWORD, type TestUser } from '../../support/browser.ts';
import { faultsOf, refusalOf } from '../../support/learner.ts';
import { app, eraseAfter, GRACE_MS, join, rowOf, signIn, useApp } from './deletion-tools.ts';

useApp();

const leave = (user: TestUser, successors?: object[]) => user.browser.call('post', 'me/delete/', { password: PASSWORD, ...(successors ? { successors } : {}) });
const roleOf = async (organisationId: string, userId: string): Promise<string | undefined> =>
  (await app.database.pool.query('select role from memberships where organisation_id = $1 and user_id = $2', [organisationId, userId])).rows[0]?.role;

/** An owner of an organisation with a learner, and a creator in it. */
async function newAcademy() {
  const owner = await newCreator(app);
  const { id } = owner.organisation;
  const [heir, learner] = [await join(id, 'creator'), await join(id, 'learner')];
  const named = (user_id: string) => ({ organisation_id: id, user_id });
  return { owner, id, heir, learner, named };
}

test('an owner who leaves names a successor, who becomes an owner at once, and the organisation outlives the account', async () => {
  const { owner, id, heir, named } = await newAcademy();
  const refused = await leave(owner);
  expect([refused.status, refused.body.code, refused.body.organisations]).toEqual([409, 'owner_of_learners', [{ id, name: 'Academy' }]]);
  await expectStatus(202, leave(owner, [named(heir.id.toUpperCase())]));
  expect([await roleOf(id, heir.id), await roleOf(id, owner.id)]).toEqual(['owner', 'owner']);
  const { rows } = await app.database.pool.query(`select actor_id, before, after from audit_log where action = 'membership.updated' and object_id = $1`, [
    heir.id,
  ]);
  expect(rows).toEqual([{ actor_id: owner.id, before: { role: 'creator' }, after: { role: 'owner' } }]);
  await eraseAfter(GRACE_MS);
  expect([(await rowOf(owner.id)).erased_at === null, await roleOf(id, heir.id)]).toEqual([false, 'owner']);
});

test('an owner who cancels the deletion is an owner beside the successor', async () => {
  const { owner, id, heir, named } = await newAcademy();
  await expectStatus(202, leave(owner, [named(heir.id)]));
  await expectStatus(200, signIn(owner.email));
  expect([await roleOf(id, heir.id), await roleOf(id, owner.id)]).toEqual(['owner', 'owner']);
});

test('a learner can be the successor, and naming an owner changes nothing', async () => {
  const { owner, id, learner, named } = await newAcademy();
  const other = await join(id, 'owner');
  await expectStatus(202, leave(owner, [named(other.id)]));
  await expectStatus(202, leave(other, [named(learner.id)]));
  expect(await roleOf(id, learner.id)).toBe('owner');
});

test('a successor must be another member who stays, of an organisation that the user owns, named once, and nothing changes otherwise', async () => {
  const { owner, id, heir, learner, named } = await newAcademy();
  const stranger = await newCreator(app);
  const leaving = await join(id, 'creator');
  await expectStatus(202, leave(leaving));
  const faults = (...successors: object[]) => faultsOf(leave(owner, successors));
  for (const user of [owner, stranger, leaving]) expect(await faults(named(user.id))).toEqual(['successors.0.user_id unknown']);
  expect(await faults(named(newId()))).toEqual(['successors.0.user_id unknown']);
  expect(await faults(named(heir.id), { organisation_id: stranger.organisation.id, user_id: stranger.id })).toEqual(['successors.1.organisation_id unknown']);
  expect(await faults(named(heir.id), named(learner.id))).toEqual(['successors.1.organisation_id duplicate']);
  expect(await faultsOf(leave(heir, [named(learner.id)]))).toEqual(['successors.0.organisation_id unknown']);
  expect([await roleOf(id, heir.id), (await rowOf(owner.id)).deletion_due_at]).toEqual(['creator', null]);
});

test('every organisation with learners needs a successor, and those without need none', async () => {
  const { owner, id, heir, named } = await newAcademy();
  const { body: second } = await expectStatus(201, owner.browser.call('post', 'tenants/setup/', { name: 'Second', subdomain: 'second-academy' }));
  const other = await join(second.id, 'learner');
  await expectStatus(201, owner.browser.call('post', 'tenants/setup/', { name: 'Empty', subdomain: 'empty-academy' }));
  const refused = await leave(owner, [named(heir.id)]);
  expect([refused.status, refused.body.organisations]).toEqual([409, [{ id: second.id, name: 'Second' }]]);
  expect(await roleOf(id, heir.id)).toBe('creator');
  await expectStatus(202, leave(owner, [named(heir.id), { organisation_id: second.id, user_id: other.id }]));
  expect(await roleOf(second.id, other.id)).toBe('owner');
});

test('an owner who is leaving does not count as one who stays: the last other owner can neither leave, resign nor be removed', async () => {
  const { owner, id, heir, named } = await newAcademy();
  await expectStatus(202, leave(owner, [named(heir.id)]));
  const inOrganisation = new Browser(app);
  await expectStatus(200, signIn(heir.email, inOrganisation));
  inOrganisation.headers['X-Organisation'] = id;
  expect(await refusalOf(leave({ ...heir, browser: inOrganisation }))).toEqual([409, 'owner_of_learners']);
  expect(await refusalOf(inOrganisation.call('patch', `tenants/members/${heir.id}/`, { role: 'creator' }))).toEqual([409, 'last_owner']);
  expect(await refusalOf(inOrganisation.call('delete', `tenants/members/${heir.id}/`))).toEqual([409, 'last_owner']);
});

/** Sends requests that have all made their checks, or wait for those of another, before any of them is done. */
const together = (...requests: (() => ReturnType<typeof leave>)[]) => atOnce(app, 'lock table graphile_worker._private_jobs in exclusive mode', requests);

test('of two owners who leave at once, one stays, unless that one names somebody else', async () => {
  const { owner, id, heir, named } = await newAcademy();
  const second = await join(id, 'owner');
  const answers = await together(
    () => leave(owner),
    () => leave(second),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const staying = (await rowOf(owner.id)).deletion_due_at === null ? owner : second;
  await expectStatus(202, leave(staying, [named(heir.id)]));
});

test('of an owner and the successor who leave at once, one stays', async () => {
  const { owner, heir, named } = await newAcademy();
  const answers = await together(
    () => leave(owner, [named(heir.id)]),
    () => leave(heir),
  );
  expect([
    [202, 409],
    [400, 202],
  ]).toContainEqual(answers.map(({ status }) => status));
});

test('a successor whom another owner removes at the same moment is gone, and the other owner stays', async () => {
  const { owner, id, heir, named } = await newAcademy();
  const other = await join(id, 'owner');
  await expectStatus(200, signIn(other.email, other.browser));
  other.browser.headers['X-Organisation'] = id;
  const [left, removed] = await Promise.all([leave(owner, [named(heir.id)]), other.browser.call('delete', `tenants/members/${heir.id}/`)]);
  expect([
    [202, 204],
    [400, 204],
  ]).toContainEqual([left.status, removed.status]);
  expect(await roleOf(id, heir.id)).toBeUndefined();
  expect(await roleOf(id, other.id)).toBe('owner');
});
