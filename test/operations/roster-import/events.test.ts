import { newAttendedCourse } from '../../support/attendance.ts';
import { type ListeningSchool, startListening } from '../../support/events.ts';
import { rostersOf } from '../../support/roster.ts';

let listening: ListeningSchool;
beforeAll(async () => {
  listening = await startListening('roster.imported', 'enrollment.created', 'member.joined');
});
afterAll(() => listening.close());

test('the end of a commit is published, and every new learner, and badges and grades follow for the whole course', async () => {
  const { app, school, happened } = listening;
  const course = await newAttendedCourse(app, school);
  await course.settings();
  await happened();
  const rosters = rostersOf({ courseId: course.courseId, browser: school.browser });
  const { id } = await rosters.send(`Name,Email\nAda,\nBea,\nCid,\nBob,nowhere`);
  await rosters.commit(id);
  const events = await happened();
  const of = (wanted: string) => events.filter(({ type }) => type === wanted);
  expect([of('member.joined').length, of('enrollment.created').length]).toEqual([3, 3]);
  expect(of('roster.imported')).toMatchObject([
    {
      data: {
        import_id: id,
        status: 'committed_with_errors',
        course: { id: course.courseId },
        counts: { create: 3, enrol_existing: 0, update: 0, skip: 0, error: 1 },
      },
    },
  ]);
  for (const table of ['attendance_badges', 'gradebook_results']) {
    const { rows } = await app.database.pool.query(`select count(*)::int as n from ${table} where organisation_id = $1`, [school.organisation.id]);
    expect([table, rows[0].n]).toEqual([table, 3]);
  }
});
