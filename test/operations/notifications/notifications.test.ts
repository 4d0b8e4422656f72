import type { Shape } from '../../../src/domain/kernel/contract.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Browser, expectStatus, newCreator, newUser } from '../../support/browser.ts';

type Setting = Shape<'NotificationSetting'>;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const get = async (browser: Browser, path: string) => (await expectStatus(200, browser.call('get', `notifications/${path}/`))).body;
const put = (browser: Browser, body: object) => browser.call('put', 'notifications/org-settings/', body);
const patch = (browser: Browser, ...events: object[]) => browser.call('patch', 'notifications/preferences/', { events });
const find = (events: Setting[], name: string) => events.find(({ event }) => event === name);

async function attachPhone({ email }: { email: string }): Promise<void> {
  const phone = `+55${Math.floor(1e9 + Math.random() * 9e9)}`;
  await app.database.db.updateTable('users').set({ phone }).where('email', '=', email).execute();
}

describe("the organisation's notification settings", () => {
  test('initially send everything by email and nothing by SMS', async () => {
    const { browser } = await newCreator(app);
    const { events, ...mails } = await get(browser, 'org-settings');
    expect(mails).toEqual({ sender_name: null, reply_to: null });
    expect(events).toHaveLength(30);
    expect(new Set(events.map(({ email, sms }: Setting) => `${email} ${sms}`))).toEqual(new Set(['true false']));
  });

  test('are replaced as a whole, and omitted settings return to their defaults', async () => {
    const { browser } = await newCreator(app);
    const first = { sender_name: 'Academy', reply_to: 'help@example.org', events: [{ event: 'order_paid', email: false, sms: true }] };
    const { body } = await expectStatus(200, put(browser, first));
    expect(body).toMatchObject({ sender_name: 'Academy', reply_to: 'help@example.org' });
    expect(find(body.events, 'order_paid')).toEqual(first.events[0]);
    expect(await get(browser, 'org-settings')).toEqual(body);
    const { body: replaced } = await expectStatus(200, put(browser, { events: [{ event: 'grade_posted', email: true, sms: true }] }));
    expect([replaced.sender_name, replaced.reply_to]).toEqual([null, null]);
    expect(find(replaced.events, 'order_paid')).toEqual({ event: 'order_paid', email: true, sms: false });
    expect(find(replaced.events, 'grade_posted')).toEqual({ event: 'grade_posted', email: true, sms: true });
    expect(await get(browser, 'org-settings')).toEqual(replaced);
  });

  test('store only what differs from the defaults', async () => {
    const { browser, organisation } = await newCreator(app);
    const { events } = await get(browser, 'org-settings');
    await expectStatus(200, put(browser, { events: events.map((setting: Setting) => (setting.event === 'order_paid' ? { ...setting, sms: true } : setting)) }));
    const { db } = app.database;
    const kept = await db.selectFrom('notification_settings').selectAll().where('organisation_id', '=', organisation.id).execute();
    expect(kept).toEqual([{ organisation_id: organisation.id, event: 'order_paid', channel: 'sms', is_enabled: true }]);
  });

  test('are those of one whole request after concurrent replacements, and the audit log records each in order', async () => {
    const { browser } = await newCreator(app);
    const whole = (sender_name: string, event: string) => ({ sender_name, reply_to: null, events: [{ event, email: false, sms: true }] });
    const sent = [whole('One', 'order_paid'), whole('Two', 'grade_posted'), whole('Three', 'order_paid'), whole('Four', 'weekly_summary')];
    const answers = await Promise.all(sent.map((body) => put(browser, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body: log } = await expectStatus(200, browser.call('get', 'audit-log/?action=notification_settings'));
    const now = await get(browser, 'org-settings');
    expect(answers.map(({ body }) => body)).toContainEqual(now);
    expect(log.results[0].after.sender_name).toBe(now.sender_name);
    const names = log.results.map(({ before, after }: { before: Setting; after: Setting }) =>
      [before, after].map((it) => (it as unknown as { sender_name: string }).sender_name),
    );
    for (const [index, [before]] of names.entries()) expect(before).toBe(names[index + 1]?.[1] ?? null);
  });

  test('are audited with only the fields that changed', async () => {
    const { browser, organisation } = await newCreator(app);
    await expectStatus(200, put(browser, { reply_to: 'help@example.org', events: [{ event: 'order_paid', email: false, sms: false }] }));
    const { body } = await expectStatus(200, browser.call('get', 'audit-log/?action=notification_settings'));
    expect(body.results).toEqual([
      expect.objectContaining({
        action: 'notification_settings.replaced',
        object_id: organisation.id,
        before: { reply_to: null, order_paid: { email: true, sms: false } },
        after: { reply_to: 'help@example.org', order_paid: { email: false, sms: false } },
      }),
    ]);
  });

  test('do not affect other organisations', async () => {
    const [one, other] = [await newCreator(app), await newCreator(app)];
    await expectStatus(200, put(one.browser, { sender_name: 'One', events: [{ event: 'order_paid', email: false, sms: false }] }));
    expect(await get(other.browser, 'org-settings')).toMatchObject({
      sender_name: null,
      events: expect.arrayContaining([{ event: 'order_paid', email: true, sms: false }]),
    });
  });

  test.each([
    [{}, 'events', 'required'],
    [{ sender_name: ' ', events: [] }, 'sender_name', 'blank'],
    [{ reply_to: 'nowhere', events: [] }, 'reply_to', 'format'],
    [{ events: [{ event: 'order_paid', email: true }] }, 'events.0.sms', 'required'],
    [{ events: [{ event: 'nothing', email: true, sms: true }] }, 'events.0.event', 'not_a_choice'],
    [{ events: Array(2).fill({ event: 'order_paid', email: true, sms: true }) }, 'events.1.event', 'duplicate'],
  ])('sent as %j are rejected with an error on %s and do not change', async (body, field, code) => {
    const { browser } = await newCreator(app);
    const before = await get(browser, 'org-settings');
    const answer = await put(browser, body);
    expect([answer.status, answer.body.errors]).toEqual([400, [expect.objectContaining({ field, code })]]);
    expect(await get(browser, 'org-settings')).toEqual(before);
  });
});

describe("the user's notification preferences", () => {
  test('initially turn on email for all events except those that come in bursts, and no SMS', async () => {
    const { browser } = await newUser(app);
    const { events } = await get(browser, 'preferences');
    const off = events.filter(({ email }: Setting) => !email).map(({ event }: Setting) => event);
    expect([events.length, off, events.some(({ sms }: Setting) => sms)]).toEqual([
      30,
      ['discussion_reply', 'submission_received', 'learner_attendance_warning'],
      false,
    ]);
  });

  test('change only for the events and channels that are named', async () => {
    const user = await newUser(app);
    await attachPhone(user);
    const before = await get(user.browser, 'preferences');
    await expectStatus(200, patch(user.browser, { event: 'grade_posted', email: false }));
    await expectStatus(200, patch(user.browser, { event: 'grade_posted', sms: true }, { event: 'lesson_opened' }));
    const { body } = await expectStatus(200, patch(user.browser));
    expect(body).toEqual({
      events: before.events.map((setting: Setting) => (setting.event === 'grade_posted' ? { event: 'grade_posted', email: false, sms: true } : setting)),
    });
    expect(await get(user.browser, 'preferences')).toEqual(body);
  });

  test('store only what differs from the defaults', async () => {
    const { browser, email } = await newUser(app);
    await expectStatus(200, patch(browser, { event: 'grade_posted', email: false }, { event: 'discussion_reply', email: true, sms: false }));
    await expectStatus(200, patch(browser, { event: 'grade_posted', email: true }));
    const kept = await app.database.db
      .selectFrom('notification_preferences')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['event', 'channel', 'is_enabled'])
      .where('users.email', '=', email)
      .execute();
    expect(kept).toEqual([{ event: 'discussion_reply', channel: 'email', is_enabled: true }]);
  });

  test('keep all concurrent changes of different events, and those of one whole request for the same events', async () => {
    const user = await newUser(app);
    await attachPhone(user);
    const names = ['grade_posted', 'order_paid', 'lesson_opened', 'weekly_summary'];
    await Promise.all(names.map((event) => expectStatus(200, patch(user.browser, { event, email: false }))));
    const { events } = await get(user.browser, 'preferences');
    expect(names.map((event) => find(events, event)?.email)).toEqual([false, false, false, false]);
    const either = (is: boolean) => [
      { event: 'certificate_issued', email: is, sms: !is },
      { event: 'course_published', email: !is, sms: is },
    ];
    for (let round = 0; round < 5; round++) {
      await Promise.all([true, false, true, false].map((is) => expectStatus(200, patch(user.browser, ...either(is)))));
      const after = (await get(user.browser, 'preferences')).events;
      expect([either(true), either(false)]).toContainEqual([find(after, 'certificate_issued'), find(after, 'course_published')]);
    }
  });

  test('allow SMS only with a verified number, and report every error at once', async () => {
    const user = await newUser(app);
    const { status, body } = await patch(
      user.browser,
      { event: 'grade_posted', sms: true },
      { event: 'order_paid', sms: false },
      { event: 'grade_posted', sms: true, email: false },
    );
    expect([status, body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])]).toEqual([
      400,
      [
        ['events.2.event', 'duplicate'],
        ['events.0.sms', 'not_allowed'],
        ['events.2.sms', 'not_allowed'],
      ],
    ]);
    expect(find((await get(user.browser, 'preferences')).events, 'grade_posted')).toEqual({ event: 'grade_posted', email: true, sms: false });
    await attachPhone(user);
    await expectStatus(200, patch(user.browser, { event: 'grade_posted', sms: true }));
  });

  test('do not affect other users', async () => {
    const [one, other] = [await newUser(app), await newUser(app)];
    await expectStatus(200, patch(one.browser, { event: 'grade_posted', email: false }));
    expect(find((await get(other.browser, 'preferences')).events, 'grade_posted')?.email).toBe(true);
  });
});
