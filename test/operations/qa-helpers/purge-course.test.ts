import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { newStudio } from '../../support/studio.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('purging a course removes it with all learner data and files, even if it was already deleted', async () => {
  const { studio, organisation, newCourse, newChapter, newLesson, newEnrollment, actionsOn } = await newStudio(app);
  const { db, pool } = app.database;
  const org = { organisation_id: organisation.id };
  const fill = async () => {
    const course = await newCourse();
    const chapter = await newChapter(course.id);
    const lesson = await newLesson(course.id, chapter.id);
    const enrollment_id = await newEnrollment(course.id);
    const of = { ...org, enrollment_id, lesson_id: lesson.id };
    const [cohort, submission] = [newId(), newId()];
    const objects = [newId(), newId(), newId(), newId()] as const;
    await db
      .insertInto('storage_objects')
      .values(
        objects.map((id) => ({
          ...org,
          id,
          course_id: course.id,
          purpose: 'media',
          storage_key: `courses/${id}`,
          file_name: 'a',
          content_type: 'video/mp4',
          size_bytes: 1,
          status: 'ready',
        })),
      )
      .execute();
    await db
      .insertInto('media')
      .values({ ...org, id: newId(), course_id: course.id, object_id: objects[0], kind: 'video', title: 'A' })
      .execute();
    await db
      .insertInto('documents')
      .values({ ...org, id: newId(), course_id: course.id, object_id: objects[1], title: 'A' })
      .execute();
    await db
      .insertInto('hero_images')
      .values({ ...org, id: newId(), course_id: course.id, object_id: objects[2], width: 1, height: 1, source: 'uploaded' })
      .execute();
    await db
      .insertInto('cohorts')
      .values({ ...org, id: cohort, course_id: course.id, name: 'A', status: 'active' })
      .execute();
    await db
      .insertInto('cohort_members')
      .values({ ...org, cohort_id: cohort, enrollment_id })
      .execute();
    await db.insertInto('lesson_progress').values(of).execute();
    await db
      .insertInto('quiz_attempts')
      .values({ ...of, id: newId(), number: 1, quiz: '{}', started_at: '2026-01-01T00:00:00Z', max_points: 1 })
      .execute();
    await db
      .insertInto('submissions')
      .values({ ...of, id: submission, number: 1, submitted_at: '2026-01-01T00:00:00Z' })
      .execute();
    await db
      .insertInto('submission_files')
      .values({ ...org, submission_id: submission, object_id: objects[3], position: 1 })
      .execute();
    await expectStatus(204, studio('post', `courses/${course.id}/touch/`));
    return { course, objects };
  };
  const rowsLeft = async () => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organisation_id'
       and table_name not in ('analytics_changes', 'audit_log', 'audit_personal', 'api_keys', 'memberships', 'platform_subscriptions', 'users') and table_name !~ '_(before|rest)$'`,
    );
    const counts = await Promise.all(
      tables.map(({ name }) => pool.query(`select count(*)::int as count from "${name}" where organisation_id = $1`, [organisation.id])),
    );
    return Object.fromEntries(tables.flatMap(({ name }, place) => (counts[place]?.rows[0].count ? [[name, counts[place]?.rows[0].count]] : [])));
  };

  const empty = await rowsLeft();
  const { course, objects } = await fill();
  const kept = await fill();
  await expectStatus(204, studio('delete', `courses/${course.id}/`));
  const purge = (id: string) => studio('delete', `qa/courses/${id}/purge/`);
  await expectStatus(204, purge(course.id));
  await expectStatus(404, purge(course.id));
  await expectStatus(200, studio('get', `courses/${kept.course.id}/`));
  await expectStatus(204, purge(kept.course.id));
  expect(await rowsLeft()).toEqual(empty);
  expect(await actionsOn(course.id)).toEqual(['course.created', 'course.deleted', 'course.purged']);
  const { rows: jobs } = await pool.query<{ key: string }>(
    `select payload ->> 'key' as key from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
     where tasks.identifier = 'delete_stored'`,
  );
  expect(new Set(jobs.map(({ key }) => key))).toEqual(new Set([...objects, ...kept.objects].map((id) => `courses/${id}`)));
});

test('purging a course returns 404 for an unknown or malformed ID', async () => {
  const { studio } = await newStudio(app);
  await expectStatus(404, studio('delete', `qa/courses/${newId()}/purge/`));
  await expectStatus(404, studio('delete', 'qa/courses/none/purge/'));
});
