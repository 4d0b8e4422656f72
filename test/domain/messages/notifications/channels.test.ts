import { insertUser } from '../../../../src/domain/identity/accounts/add-user.ts';
import { newId } from '../../../../src/domain/kernel/ids.ts';
import { channelsFor } from '../../../../src/domain/messages/notifications/channels.ts';
import { EVENTS, type NotificationEvent } from '../../../../src/domain/messages/notifications/events.ts';
import { bodySchema, resolve } from '../../../contract/bad-input/schema.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Choice = [event: NotificationEvent, channel: 'email' | 'sms', is_enabled: boolean];

async function newOrganisation(...choices: Choice[]): Promise<string> {
  const id = newId();
  const { db } = database;
  await db
    .insertInto('organisations')
    .values({ id, subdomain: `o-${id}`, name: 'O' })
    .execute();
  for (const [event, channel, is_enabled] of choices)
    await db.insertInto('notification_settings').values({ organisation_id: id, event, channel, is_enabled }).execute();
  return id;
}

let numbers = 0;
async function newUser(
  { phone = false, erased = false, unverified = false }: { phone?: boolean; erased?: boolean; unverified?: boolean },
  ...choices: Choice[]
): Promise<string> {
  const id = newId();
  const { db } = database;
  await insertUser(db, {
    id,
    email: `${id}@example.org`,
    name: 'U',
    email_verified_at: unverified ? null : new Date().toISOString(),
    phone: phone ? `+5511${10_000_000 + ++numbers}` : null,
    erased_at: erased ? new Date().toISOString() : null,
  }).execute();
  for (const [event, channel, is_enabled] of choices)
    await db.insertInto('notification_preferences').values({ user_id: id, event, channel, is_enabled }).execute();
  return id;
}

const channelsOf = async (organisationId: string, event: NotificationEvent, userId: string) =>
  (await channelsFor(database.db, organisationId, event, [userId])).get(userId) ?? [];

test('the catalog has the events of the contract in the same order', () => {
  const { items = {} } = bodySchema('updateNotificationPreferences').properties?.events ?? {};
  const events = resolve(items).properties?.event?.enum ?? [];
  expect(Object.keys(EVENTS)).toEqual(events);
  expect(Object.values(EVENTS).map(({ audience }) => audience)).toEqual(events.map((_, index) => (index < 12 ? 'learner' : 'organisation')));
});

describe.each([true, false])('a user with a phone number: %s,', (phone) => {
  describe.each([true, false])('in an organisation that sends text messages: %s,', (sends) => {
    test.each([true, false])('who wants them: %s, gets a text message only if all three are true', async (wants) => {
      const organisation = await newOrganisation(['grade_posted', 'sms', sends], ['grade_posted', 'email', false]);
      const user = await newUser({ phone }, ['grade_posted', 'sms', wants]);
      expect(await channelsOf(organisation, 'grade_posted', user)).toEqual(phone && sends && wants ? ['sms'] : []);
    });
  });
});

describe.each([true, false, null])('a user in an organisation that sends emails: %s,', (sends) => {
  test.each([true, false, null])('who wants them: %s, gets an email according to these settings or the defaults', async (wants) => {
    for (const event of ['grade_posted', 'discussion_reply'] as const) {
      const organisation = await newOrganisation(...(sends === null ? [] : [[event, 'email', sends] satisfies Choice]));
      const user = await newUser({ phone: true }, ...(wants === null ? [] : [[event, 'email', wants] satisfies Choice]));
      const isSent = (sends ?? true) && (wants ?? event === 'grade_posted');
      expect(await channelsOf(organisation, event, user)).toEqual(isSent ? ['email'] : []);
    }
  });
});

test('the channels of many users are read in one statement, and the choices of others have no effect', async () => {
  const organisation = await newOrganisation(['order_paid', 'sms', true]);
  await newOrganisation(['order_paid', 'email', false]);
  const both = await newUser({ phone: true }, ['order_paid', 'sms', true], ['order_refunded', 'email', false]);
  const mail = await newUser({});
  const none = await newUser({}, ['order_paid', 'email', false], ['order_paid', 'sms', true]);
  const erased = await newUser({ erased: true });
  const unverified = await newUser({ unverified: true });
  await newUser({});
  database.queries.count = 0;
  const channels = await channelsFor(database.db, organisation, 'order_paid', [both, mail, none, erased, unverified, newId()]);
  expect(database.queries.count).toBe(1);
  expect(channels).toEqual(
    new Map([
      [both, ['email', 'sms']],
      [mail, ['email']],
    ]),
  );
  expect(await channelsFor(database.db, organisation, 'order_paid', [])).toEqual(new Map());
});
