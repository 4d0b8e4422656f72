import { expectStatus } from '../../support/browser.ts';
import { runTask } from '../../support/jobs.ts';
import { refusalOf } from '../../support/learner.ts';
import { eachWithRosters, fileOf, newAddress, pupils, rostersOf } from '../../support/roster.ts';
import { newColleague } from '../../support/school.ts';

const at = eachWithRosters();

/** Commits people without mailboxes. */
const committed = (count: number): Promise<{ id: string }> => at.committed(pupils(count));

const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** Moves a time of an import to so many milliseconds ago. */
const setBack = (id: string, column: 'created_at' | 'finished_at', ms: number) =>
  at.query(`update roster_imports set ${column} = $2 where id = $1`, [id, new Date(at.app.clock.now() - ms).toISOString()]);

test('the codes can be read as list, as CSV and as cards, as often as needed, and each reading is audited', async () => {
  const { id } = await committed(3);
  const list = (await expectStatus(200, at.rosters.credentials(id, '?page_size=2'))).body;
  expect(list).toMatchObject({
    count: 3,
    next: expect.stringContaining('page=2'),
    results: [
      { line: 2, email: expect.stringMatching(/^pupil-0001@/) },
      { line: 3, email: expect.stringMatching(/^pupil-0002@/) },
    ],
  });
  const csv = await expectStatus(200, at.rosters.credentials(id, '?format=csv'));
  const [head, first] = csv.text.split('\r\n');
  expect(head).toBe('Line,Name,Email,Student number,Code,Address');
  expect(first).toContain(`2,Person 1,${list.results[0].email},1,${list.results[0].card_code},http`);
  const pdf = await expectStatus(200, at.rosters.credentials(id, '?format=pdf'));
  expect([pdf.headers['content-type'], pdf.body.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-']);
  const read = await at.query(`select after from audit_log where object_id = $1 and action = 'roster_credentials.read' order by id`, [id]);
  expect(read.map(({ after }) => after)).toEqual([
    { format: 'json', codes: 2 },
    { format: 'csv', codes: 3 },
    { format: 'pdf', codes: 3 },
  ]);
  expect(JSON.stringify(await at.query('select before, after from audit_log where organisation_id = $1', [at.school.organisation.id]))).not.toContain(
    list.results[0].card_code,
  );
});

test('only the person who committed the file reads the codes', async () => {
  const { id } = await committed(1);
  const { browser } = await newColleague(at.app, at.school);
  expect(await refusalOf(rostersOf({ courseId: at.school.courseId, browser }).credentials(id))).toEqual([403, 'permission_denied']);
});

test('there are no codes before the commit, and none 24 hours after it', async () => {
  const { id } = await at.rosters.send(fileOf([newAddress()]));
  await at.query('update roster_imports set committed_by = created_by where id = $1', [id]);
  expect(await refusalOf(at.rosters.credentials(id))).toEqual([409, 'no_credentials']);
  const one = await committed(1);
  const other = await at.committed('Name\nSomebody else');
  await setBack(one.id, 'finished_at', DAY + SECOND);
  await setBack(other.id, 'finished_at', DAY - SECOND);
  expect(await refusalOf(at.rosters.credentials(one.id))).toEqual([409, 'no_credentials']);
  await runTask(at.app, 'expire_rosters');
  const sealed = (importId: string) => at.query('select count(sealed_card)::int as n from roster_import_rows where import_id = $1', [importId]);
  expect([await sealed(one.id), await sealed(other.id)]).toEqual([[{ n: 0 }], [{ n: 1 }]]);
  await expectStatus(200, at.rosters.credentials(other.id));
});

test('a file and its rows are erased after 30 days, and what became of them is still known', async () => {
  const [old, young] = [await committed(2), await at.committed('Name\nA\nB')];
  const waiting = await at.rosters.send(fileOf([newAddress()]));
  for (const { id } of [old, waiting]) await setBack(id, 'created_at', 30 * DAY + SECOND);
  await setBack(young.id, 'created_at', 30 * DAY - SECOND);
  await runTask(at.app, 'expire_rosters');
  expect(await at.rosters.read(old.id)).toMatchObject({ status: 'expired', counts: { create: 2 }, done_count: 2, rows: { count: 0 } });
  expect(await at.rosters.read(waiting.id)).toMatchObject({ status: 'expired', rows: { count: 0 } });
  expect(await at.rosters.read(young.id)).toMatchObject({ status: 'committed', rows: { count: 2 } });
  expect(await at.query('select sealed_file from roster_imports where id = $1', [waiting.id])).toEqual([{ sealed_file: null }]);
});
