import { expectStatus, newUser } from '../../support/browser.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { newAddress, rostersOf } from '../../support/roster.ts';
import { newLearner, newSchool } from '../../support/school.ts';

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListening('roster.imported', 'enrollment.created', 'member.joined');
});
afterAll(() => listening.close());

/** Replaces what tells one run from another: IDs, times, slugs, and the address itself. */
const blind = (value: unknown, email: string): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(email, 'the address')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'an ID')
      .replaceAll(/a-course-\d+/g, 'a slug')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time'),
  );

/** Returns all that an organisation can see of an import with an address, from the preview to after the mail and the withdrawal. */
async function seen(email: string): Promise<unknown> {
  const { app, school, happened } = listening;
  const { id: courseId } = await school.newCourse();
  await happened();
  const rosters = rostersOf({ courseId, browser: school.browser });
  const preview = await rosters.send(`Name,Email,Number\nA,${email},4711`);
  const base = `courses/${courseId}/roster-imports/${preview.id}/`;
  const views = async () => {
    const answers = [];
    for (const path of [base, `${base}credentials/`, `${base}credentials/?format=csv`, `courses/${courseId}/learners/`, 'tenants/members/?page_size=200']) {
      const { status, body, text } = await school.browser.call('get', path);
      answers.push([status, text === undefined ? body : text]);
    }
    return answers;
  };
  const before = await views();
  const corrected = await rosters.change(preview.id, { rows: [{ line: 2, values: { name: 'Ada' } }] });
  const committed = await rosters.commit(preview.id);
  const events = (await happened()).map(({ type, data }) => ({ type, data }));
  const after = await views();
  const { results } = (await expectStatus(200, school.browser.call('get', 'tenants/members/invites/'))).body;
  const enrolled = await school.browser.call('post', `courses/${courseId}/enroll/`, { email });
  await expectStatus(204, school.browser.call('delete', `tenants/members/invites/${results[0].id}/`));
  const { rows: audited } = await app.database.pool.query(
    'select action, before, after from audit_log where organisation_id = $1 and object_id = any($2) order by id',
    [school.organisation.id, [preview.id, results[0].id]],
  );
  const answers = { preview, before, corrected, committed, events, after, results, audited, withdrawn: await views(), enrolled: enrolled.body.errors };
  return blind(answers, email);
}

test('an organisation sees the same of an address that has an account, verified or not, with a membership elsewhere or none, and of one that has none', async () => {
  const { app } = listening;
  const elsewhere = await newSchool(app);
  const known = [
    (await newUser(app)).email,
    (await newUser(app, { verified: false })).email,
    (await newLearner(app, elsewhere.organisation.id, elsewhere.courseId)).email,
  ];
  const unknown = await seen(newAddress());
  for (const email of known) expect(await seen(email)).toEqual(unknown);
});
