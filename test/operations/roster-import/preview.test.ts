import { expectStatus } from '../../support/browser.ts';
import { refusalOf } from '../../support/learner.ts';
import { eachWithRosters, fileOf, newAddress, pupils } from '../../support/roster.ts';
import { awayFrom, newColleague, newLearner } from '../../support/school.ts';

const at = eachWithRosters();

test('every row shows what would become of it, in the order of the file', async () => {
  const [known, other, busy, over] = [await member(), await member(), await enrolled('active'), await enrolled('revoked')];
  const taken = await enrolled('active', '77');
  await cohort('Blue');
  const fresh = newAddress();
  const colleague = await newColleague(at.app, at.school);
  const file = [
    'Name,Email,Student number,Class',
    `New,${fresh},,blue`,
    `Changed Name,${known.email.toUpperCase()},12,`,
    `,${busy.email},,`,
    `,${busy.email},,`,
    `,${over.email},,`,
    `,${colleague.email},,`,
    'Nameless,not-an-address,,',
    ',,,Blue',
    `,${newAddress()},,`,
    `Taken,${other.email},77,`,
    `Number,${newAddress()},7x,`,
    'Nobody,,4711,',
    `Red,${newAddress()},,Red`,
    `Twice,${newAddress()},12,`,
    `,${taken.email},78,`,
    `${'n'.repeat(201)},${newAddress()},,`,
  ].join('\n');
  const roster = await at.rosters.send(file);
  expect(await at.rosters.outcomes(roster.id)).toEqual([
    '2 create',
    '3 enrol_existing',
    '4 skip enrolled',
    '5 error duplicate_email',
    '6 skip revoked',
    '7 skip staff',
    '8 error email_invalid',
    '9 error identity_missing',
    '10 error name_missing',
    '11 error number_taken',
    '12 error number_invalid',
    '13 create',
    '14 error cohort_unknown',
    '15 error duplicate_number',
    '16 error number_differs',
    '17 error name_too_long',
  ]);
  expect(roster.counts).toEqual({ create: 2, enrol_existing: 1, update: 0, skip: 3, error: 10 });
  const errors = await at.rosters.read(roster.id, '?action=error&page_size=2&page=2');
  expect(errors.rows).toMatchObject({ count: 10, results: [{ line: 9 }, { line: 10 }] });
  expect(await at.rosters.change(roster.id, { renews_ended: true })).toMatchObject({ counts: { enrol_existing: 2, skip: 2 } });
});

test('staff correct rows, leave rows out and choose the columns, and every change is audited', async () => {
  const roster = await at.rosters.send(`Who,Where\nAda,${newAddress()}\nBob,nowhere\nEve,${newAddress()}`);
  expect(roster.counts.error).toBe(3);
  expect(roster.mapping).toEqual({ name: null, first_name: null, last_name: null, email: null, number: null, cohort: null });
  const mapping = { ...roster.mapping, name: 0, email: 1 };
  expect((await at.rosters.change(roster.id, { mapping })).counts).toMatchObject({ create: 2, error: 1 });
  const fixed = await at.rosters.change(roster.id, {
    rows: [
      { line: 3, values: { email: newAddress() } },
      { line: 4, is_excluded: true },
    ],
  });
  expect(fixed.counts).toEqual({ create: 2, enrol_existing: 0, update: 0, skip: 1, error: 0 });
  expect(
    (
      await at.rosters.change(roster.id, {
        rows: [
          { line: 3, values: { email: null } },
          { line: 4, is_excluded: false },
        ],
      })
    ).counts.error,
  ).toBe(1);
  const { rows } = await at.app.database.pool.query(`select action from audit_log where object_id = $1 order by id`, [roster.id]);
  expect(rows.map(({ action }) => action)).toEqual(['roster_import.created', ...Array(3).fill('roster_import.updated')]);
});

test('a correction of a line that the file does not have, and a column that it does not have, are refused', async () => {
  const roster = await at.rosters.send(fileOf([newAddress()]));
  const path = `courses/${at.school.courseId}/roster-imports/${roster.id}/`;
  const faults = async (body: object) => (await expectStatus(400, at.school.browser.call('patch', path, body))).body.errors;
  expect(await faults({ rows: [{ line: 1, is_excluded: true }] })).toMatchObject([{ field: 'rows.0.line', code: 'unknown' }]);
  expect(await faults({ mapping: { ...roster.mapping, number: 2 } })).toMatchObject([{ field: 'mapping.number', code: 'unknown' }]);
});

test('at most twenty files of a course wait, also if fifty are sent at once', async () => {
  const sent = await Promise.all(
    Array.from({ length: 50 }, () => at.school.browser.upload(`courses/${at.school.courseId}/roster-imports/`, Buffer.from(fileOf([newAddress()])))),
  );
  expect(sent.filter(({ status }) => status === 201)).toHaveLength(20);
  expect(sent.filter(({ status, body }) => status === 409 && body.code === 'roster_too_many_open')).toHaveLength(30);
});

test('an import that waits can be deleted, with its rows and its file, and makes room for another', async () => {
  const { id } = await at.rosters.send(pupils(2));
  const path = `courses/${at.school.courseId}/roster-imports/${id}/`;
  const answers = await Promise.all(Array.from({ length: 2 }, () => at.school.browser.call('delete', path)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  for (const table of ['roster_imports', 'roster_import_rows'])
    expect(await at.query(`select from ${table} where organisation_id = $1`, [at.school.organisation.id])).toEqual([]);
  expect(await at.query(`select action from audit_log where object_id = $1 order by id`, [id])).toMatchObject([{}, { action: 'roster_import.deleted' }]);
});

test('an import that is being committed or was committed cannot be deleted, and one that failed can', async () => {
  const { id } = await at.rosters.send(pupils(1));
  const path = `courses/${at.school.courseId}/roster-imports/${id}/`;
  await at.rosters.commit(id);
  expect(await refusalOf(at.school.browser.call('delete', path))).toEqual([409, 'roster_closed']);
  await at.app.mailbox.runJobs();
  expect(await refusalOf(at.school.browser.call('delete', path))).toEqual([409, 'roster_closed']);
  await at.query(`update roster_imports set status = 'failed' where id = $1`, [id]);
  await expectStatus(204, at.school.browser.call('delete', path));
  expect(await at.names()).toEqual(['Person 1']);
});

test('a preview says that the course is archived', async () => {
  const roster = await at.rosters.send(pupils(1));
  expect(roster.refusal).toBe(null);
  await at.school.agent('patch', `courses/${at.school.courseId}/`, { status: 'archived' });
  expect((await at.rosters.send(pupils(1))).refusal).toBe('enrollment_closed');
  expect((await at.rosters.read(roster.id)).refusal).toBe('enrollment_closed');
});

test('a preview does not wait for those who take seats of the plan', async () => {
  await at.app.database.pool.query(
    `insert into plans (id, name, position, course_limit, learner_limit) values ('of_one', 'Of one', 97, 5, 1) on conflict (id) do nothing`,
  );
  await at.app.database.pool.query(`update platform_subscriptions set plan_id = 'of_one' where organisation_id = $1`, [at.school.organisation.id]);
  const taking = await at.app.database.pool.connect();
  try {
    await taking.query('begin');
    await taking.query('select from platform_subscriptions where organisation_id = $1 for no key update', [at.school.organisation.id]);
    const { id } = await at.rosters.send(pupils(2));
    expect(await at.rosters.change(id, { rows: [{ line: 2, is_excluded: true }] })).toMatchObject({ counts: { create: 1, skip: 1, error: 0 } });
  } finally {
    await taking.query('rollback');
    taking.release();
  }
});

test('an import is found nowhere else', async () => {
  const roster = await at.rosters.send(fileOf([newAddress()]));
  for (const [browser, courseId, id] of await awayFrom(at.app, at.school, roster.id)) {
    const path = `courses/${courseId}/roster-imports/${id}/`;
    for (const asked of [
      browser.call('get', path),
      browser.call('patch', path, {}),
      browser.call('delete', path),
      browser.call('post', `${path}commit/`),
      browser.call('get', `${path}credentials/`),
    ])
      expect(await refusalOf(asked)).toEqual([404, 'not_found']);
  }
});

async function member(): Promise<{ id: string; email: string }> {
  const learner = await enrolled('active');
  await at.app.database.pool.query('delete from enrollments where id = $1', [learner.enrollmentId]);
  return learner;
}

async function enrolled(state: 'active' | 'revoked', number: string | null = null): Promise<{ id: string; email: string; enrollmentId: string }> {
  const learner = await newLearner(at.app, at.school.organisation.id, at.school.courseId);
  if (state === 'revoked') await at.app.database.pool.query('update enrollments set revoked_at = now() where id = $1', [learner.enrollmentId]);
  if (number !== null)
    await at.app.database.pool.query('insert into student_numbers (organisation_id, user_id, number) values ($1, $2, $3)', [
      at.school.organisation.id,
      learner.id,
      number,
    ]);
  return learner;
}

const cohort = (name: string) => expectStatus(201, at.school.browser.call('post', `courses/${at.school.courseId}/cohorts/`, { name }));
