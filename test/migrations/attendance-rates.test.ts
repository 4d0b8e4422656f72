import { Kysely, PostgresDialect } from 'kysely';
import { up } from '../../migrations/0190-attendance-grades.ts';
import { startTestApp } from '../support/app.ts';
import { newAttendedCourse, soon, wait } from '../support/attendance.ts';
import { runTask } from '../support/jobs.ts';
import { newSchool } from '../support/school.ts';

test('the rates that the migration computes are those that the service computes', async () => {
  const app = await startTestApp();
  try {
    const school = await newSchool(app);
    const course = await newAttendedCourse(app, school);
    await course.settings({ late_credit_percent: 50, free_absences: 1 });
    const learner = await course.enrolled();
    const meetings: { date: string; slot_id: string }[] = [];
    for (const status of ['present', 'late', null, null, 'excused', 'present']) {
      const slot = soon(app, 10);
      const [{ id: slot_id }] = await course.meet(slot);
      wait(app, 11);
      const makes_up_for = meetings.length === 5 ? meetings[2] : undefined;
      if (status !== null) await course.marked(learner, slot.first_date, { status, slot_id, ...(makes_up_for ? { makes_up_for } : {}) });
      meetings.push({ date: slot.first_date, slot_id });
      wait(app, 100);
      await runTask(app, 'close_meetings');
    }
    const { pool } = app.database;
    const rates = async () =>
      (await pool.query('select enrollment_id, percent::float8 as percent, present, late, excused, absent, made_up from attendance_rates')).rows;
    const computed = await rates();
    expect(computed).toEqual([{ enrollment_id: learner.enrollmentId, percent: 83.33, present: 2, late: 1, excused: 1, absent: 2, made_up: 1 }]);
    await pool.query('drop table attendance_rates; alter table gradebook_results drop column attendance');
    await up(new Kysely({ dialect: new PostgresDialect({ pool }) }));
    expect(await rates()).toEqual(computed);
  } finally {
    await app.close();
  }
});
