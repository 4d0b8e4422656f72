import { newInvite, setProgram } from '../../support/affiliates.ts';
import { expectStatus } from '../../support/browser.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { newVisitor } from '../../support/learner.ts';

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListening('affiliate.joined', 'affiliate.approved', 'affiliate.suspended');
});
afterAll(() => listening.close());

test('affiliate.joined, affiliate.approved and affiliate.suspended say who it is and in which state', async () => {
  const { app, school, happened } = listening;
  await setProgram(school.browser, { approval: 'manual' });
  const { code } = await newInvite(school.browser);
  const { browser, id: userId, email } = await newVisitor(app, school);
  const { body } = await expectStatus(201, browser.call('post', 'affiliates/join/', { code }));
  const data = { affiliate_id: body.id, user: { id: userId, name: 'Test user', email, email_verified: true }, joined_via: code };
  expect(await happened()).toEqual([expect.objectContaining({ type: 'affiliate.joined', data: { ...data, status: 'pending' } })]);
  const decide = (action: string) => expectStatus(200, school.browser.call('patch', `affiliates/${body.id}/`, { action }));
  await decide('approve');
  await decide('approve');
  expect(await happened()).toMatchObject([{ type: 'affiliate.approved', data: { ...data, status: 'approved' } }]);
  await decide('suspend');
  expect(await happened()).toMatchObject([{ type: 'affiliate.suspended', data: { ...data, status: 'suspended' } }]);
});
