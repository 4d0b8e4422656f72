import { newId } from '../../../src/domain/kernel/ids.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import type { Row } from '../../support/organisation.ts';
import { newStudio, type Studio, statusCounts } from '../../support/studio.ts';

let app: TestApp;
let mine: Studio;
beforeAll(async () => {
  app = await startTestApp();
  // It is the 2nd of January in Auckland.
  app.clock.time = Date.parse('2027-01-01T12:00:00.000Z');
  mine = await newStudio(app);
});
afterAll(() => app.close());

async function newOutline(course: object, ...lessons: object[]): Promise<{ course: Row; chapter: Row; lessons: Row[] }> {
  const made = await mine.newCourse(course);
  const chapter = await mine.newChapter(made.id);
  const all = [];
  for (const fields of lessons) all.push(await mine.newLesson(made.id, chapter.id, fields));
  return { course: made, chapter, lessons: all };
}
const schedule = async (course: Row, query = '') => (await expectStatus(200, mine.studio('get', `courses/${course.id}/schedule/${query}`))).body;
const shift = (course: Row, body: object) => mine.studio('post', `courses/${course.id}/schedule/shift/`, body);

describe('the schedule of a lesson', () => {
  test('can be changed in part, subject to the rules of the lesson and its `updated_at`', async () => {
    const { course, chapter, lessons } = await newOutline({}, { opens_day_offset: 1, opens_time: '09:00', title: 'A' });
    const [lesson] = lessons as [Row];
    const path = `courses/${course.id}/lessons/${lesson.id}/schedule/`;
    const patch = (body: object) => mine.studio('patch', path, body);
    const { body } = await expectStatus(200, patch({ closes_day_offset: 2, view_window_minutes: 60, updated_at: lesson.updated_at }));
    expect(body).toMatchObject({ title: 'A', opens_day_offset: 1, opens_time: '09:00', closes_day_offset: 2, closes_time: null, view_window_minutes: 60 });
    expect(body).toEqual((await mine.agent('get', `courses/${course.id}/chapters/${chapter.id}/lessons/${lesson.id}/`)).body);
    expect((await expectStatus(409, patch({ opens_time: '10:00', updated_at: lesson.updated_at }))).body.lesson).toEqual(body);
    const { updated_at } = body;
    const wrong: [object, string, string][] = [
      [{ closes_day_offset: 1, closes_time: '09:00' }, 'closes_day_offset', 'before_opening'],
      [{ opens_day_offset: null }, 'opens_time', 'not_allowed'],
      [{ opens_day_offset: 3651 }, 'opens_day_offset', 'out_of_range'],
      [{ opens_time: '24:00' }, 'opens_time', 'format'],
      [{ title: 'B' }, 'title', 'unknown_field'],
    ];
    for (const [fields, field, code] of wrong) {
      const { body: refused } = await expectStatus(400, patch({ ...fields, updated_at }));
      expect(refused.errors).toEqual([{ field, code, message: expect.any(String) }]);
    }
    await expectStatus(404, mine.studio('patch', `courses/${course.id}/lessons/${newId()}/schedule/`, { updated_at }));
    await expectStatus(404, mine.studio('patch', `courses/${newId()}/lessons/${lesson.id}/schedule/`, { updated_at }));
  });
});

describe('the schedule of a course', () => {
  test('lists every lesson in the order of the outline, with the opening and closing times for a given day zero', async () => {
    const { course, chapter } = await newOutline(
      { timezone: 'America/New_York' },
      { title: 'Always' },
      { title: 'In the gap', opens_day_offset: 1, opens_time: '02:30', closes_day_offset: 2 },
    );
    const first = await mine.newChapter(course.id, { position: 1 });
    await mine.newLesson(course.id, first.id, { title: 'First', opens_day_offset: 0 });
    const without = await schedule(course);
    expect(without).toMatchObject({ timezone: 'America/New_York', schedule_basis: 'enrollment', day_zero: null, start_date: null, end_date: null });
    expect(without.lessons.results.map((lesson: Row) => [lesson.title, lesson.opens_at, lesson.closes_at])).toEqual([
      ['First', null, null],
      ['Always', null, null],
      ['In the gap', null, null],
    ]);
    const { day_zero, lessons } = await schedule(course, '?day_zero=2026-03-07');
    expect([day_zero, lessons.count]).toEqual(['2026-03-07', 3]);
    expect(lessons.results.map((lesson: Row) => [lesson.opens_at, lesson.closes_at])).toEqual([
      ['2026-03-07T05:00:00.000Z', null],
      [null, null],
      ['2026-03-08T07:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ]);
    expect(lessons.results[2].chapter_id).toBe(chapter.id);
    const second = await schedule(course, '?page_size=2&page=2&day_zero=2026-03-07');
    expect(second.lessons.results.map((lesson: Row) => lesson.title)).toEqual(['In the gap']);
    expect(new URL(second.lessons.previous).search).toContain('day_zero=2026-03-07');
    await expectStatus(400, mine.studio('get', `courses/${course.id}/schedule/?day_zero=2026-02-30`));
    await expectStatus(404, mine.studio('get', `courses/${newId()}/schedule/`));
  });

  test('counts from the start of the course if that is its basis', async () => {
    const { course } = await newOutline({ timezone: 'Asia/Kolkata', schedule_basis: 'course_start', start_date: '2026-05-05' }, { opens_day_offset: 1 });
    const { day_zero, lessons } = await schedule(course);
    expect([day_zero, lessons.results[0].opens_at]).toEqual(['2026-05-05', '2026-05-05T18:30:00.000Z']);
    expect((await schedule(course, '?day_zero=2026-06-01')).lessons.results[0].opens_at).toBe('2026-06-01T18:30:00.000Z');
  });
});

describe('shifting a schedule', () => {
  const newCohort = async (courseId: string, name: string, starts_on: string | null, ends_on: string | null) =>
    app.database.db
      .insertInto('cohorts')
      .values({ organisation_id: mine.organisation.id, id: newId(), course_id: courseId, name, status: 'active', starts_on, ends_on })
      .execute();
  const cohorts = async (courseId: string) =>
    (
      await app.database.db
        .selectFrom('cohorts')
        .select(['name', 'starts_on', 'ends_on'])
        .where('organisation_id', '=', mine.organisation.id)
        .where('course_id', '=', courseId)
        .orderBy('name')
        .execute()
    ).map(({ name, starts_on, ends_on }) => [name, starts_on, ends_on]);

  test('of a course that counts from its start date moves its dates and the cohorts that have not begun, but no lessons', async () => {
    const { course, lessons } = await newOutline(
      { schedule_basis: 'course_start', length_mode: 'dates', start_date: '2026-12-20', end_date: '2027-02-27', timezone: 'Pacific/Auckland' },
      { opens_day_offset: 3 },
    );
    await newCohort(course.id, 'begun', '2027-01-02', '2027-03-01');
    await newCohort(course.id, 'coming', '2027-01-03', null);
    await newCohort(course.id, 'open', null, '2027-03-01');
    const { body } = await expectStatus(200, shift(course, { days: 7 }));
    expect(body).toMatchObject({ start_date: '2026-12-27', end_date: '2027-03-06', lessons: { count: 1, next: null, previous: null } });
    expect(body.lessons.results[0]).toMatchObject({ id: lessons[0]?.id, opens_day_offset: 3, updated_at: lessons[0]?.updated_at });
    const expected = [
      ['begun', '2027-01-02', '2027-03-01'],
      ['coming', '2027-01-10', null],
      ['open', null, '2027-03-01'],
    ];
    expect(await cohorts(course.id)).toEqual(expected);
    const { body: back } = await expectStatus(200, shift(course, { start_date: '2026-12-20' }));
    expect(back).toMatchObject({ start_date: '2026-12-20', end_date: '2027-02-27' });
    expect((await cohorts(course.id))[1]).toEqual(['coming', '2027-01-03', null]);
    const { body: log } = await mine.studio('get', `audit-log/?object_id=${course.id}&action=course.schedule_shifted`);
    expect(log.results[0]).toMatchObject({ before: { start_date: '2026-12-27', end_date: '2027-03-06' }, after: { days: -7, cohorts: 1, lessons: 0 } });
  });

  test('of a course without a start date moves every offset and raises `updated_at`, and a given start date is set', async () => {
    const { course, chapter, lessons } = await newOutline(
      {},
      { opens_day_offset: 3, closes_day_offset: 5, closes_time: '10:00' },
      { title: 'Always' },
      { closes_day_offset: 4 },
    );
    const { body } = await expectStatus(200, shift(course, { days: -3 }));
    const offsets = (rows: Row[]) => rows.map(({ opens_day_offset, closes_day_offset }) => [opens_day_offset, closes_day_offset]);
    expect(offsets(body.lessons.results)).toEqual([
      [0, 2],
      [null, null],
      [null, 1],
    ]);
    expect(body.lessons.results.map(({ updated_at }: Row, place: number) => updated_at > (lessons[place]?.updated_at as string))).toEqual([true, false, true]);
    const stale = await mine.agent('patch', `courses/${course.id}/chapters/${chapter.id}/lessons/${lessons[0]?.id}/`, {
      title: 'T',
      updated_at: lessons[0]?.updated_at,
    });
    expect([stale.status, stale.body.lesson.opens_day_offset]).toEqual([409, 0]);
    const { body: begun } = await expectStatus(200, shift(course, { start_date: '2026-09-01' }));
    expect(begun).toMatchObject({ start_date: '2026-09-01', end_date: null });
    expect(offsets(begun.lessons.results)).toEqual(offsets(body.lessons.results));
  });

  test.each(['enrollment', 'first_access'])(
    'of a course that counts from the %s moves every offset, and its dates and cohorts if it has any',
    async (schedule_basis) => {
      const { course } = await newOutline({ schedule_basis, length_mode: 'dates', start_date: '2027-02-01', end_date: '2027-03-01' }, { opens_day_offset: 3 });
      await newCohort(course.id, 'begun', '2026-12-01', null);
      await newCohort(course.id, 'coming', '2027-02-01', '2027-02-20');
      const { body } = await expectStatus(200, shift(course, { days: 2 }));
      expect(body).toMatchObject({ start_date: '2027-02-03', end_date: '2027-03-03', lessons: { results: [{ opens_day_offset: 5 }] } });
      const moved = [
        ['begun', '2026-12-01', null],
        ['coming', '2027-02-03', '2027-02-22'],
      ];
      expect(await cohorts(course.id)).toEqual(moved);
      expect((await expectStatus(400, shift(course, { days: -6 }))).body.errors).toMatchObject([{ field: 'days', code: 'out_of_range' }]);
      expect(await cohorts(course.id)).toEqual(moved);
      const { body: begun } = await expectStatus(200, shift(course, { start_date: '2027-01-31' }));
      expect(begun).toMatchObject({ start_date: '2027-01-31', end_date: '2027-02-28', lessons: { results: [{ opens_day_offset: 5 }] } });
      expect(await cohorts(course.id)).toEqual([moved[0], ['coming', '2027-01-31', '2027-02-19']]);
      const { course: undated } = await newOutline({ schedule_basis }, { opens_day_offset: 3 });
      await newCohort(undated.id, 'coming', '2027-02-01', null);
      const { body: later } = await expectStatus(200, shift(undated, { days: 1 }));
      expect(later).toMatchObject({ start_date: null, end_date: null, lessons: { results: [{ opens_day_offset: 4 }] } });
      expect(await cohorts(undated.id)).toEqual([['coming', '2027-02-02', null]]);
    },
  );

  test('of a course that counts from a start that is not set moves the offsets, from which its cohorts count too, but not the cohorts', async () => {
    const { course } = await newOutline({ schedule_basis: 'course_start' }, { opens_day_offset: 3 });
    await newCohort(course.id, 'coming', '2027-02-01', null);
    const { body } = await expectStatus(200, shift(course, { days: 1 }));
    expect(body).toMatchObject({ start_date: null, lessons: { results: [{ opens_day_offset: 4 }] } });
    expect(await cohorts(course.id)).toEqual([['coming', '2027-02-01', null]]);
  });

  test.each([
    ['an offset below 0', {}, { days: -4 }, 'days'],
    ['an offset beyond 3650', {}, { days: 3648 }, 'days'],
    ['a start before 1900', { schedule_basis: 'course_start', start_date: '1900-01-02' }, { days: -2 }, 'days'],
    ['an end after 2199', { length_mode: 'dates', start_date: '2199-01-01', end_date: '2199-06-30' }, { start_date: '2199-12-31' }, 'start_date'],
  ])('that would lead to %s is rejected and moves nothing', async (_what, fields, by, field) => {
    const { course } = await newOutline(fields, { opens_day_offset: 3 }, { opens_day_offset: 10, closes_day_offset: 11 });
    const before = await schedule(course);
    const { body } = await expectStatus(400, shift(course, by));
    expect(body.errors).toEqual([{ field, code: 'out_of_range', message: expect.any(String) }]);
    expect(await schedule(course)).toEqual(before);
    expect(await mine.actionsOn(course.id)).toEqual(['course.created']);
  });

  test('that would close a lesson before it opens or move a cohort out of range is rejected', async () => {
    const { course } = await newOutline({}, { closes_day_offset: 5 });
    expect((await expectStatus(400, shift(course, { days: -5 }))).body.errors).toMatchObject([{ field: 'days', code: 'out_of_range' }]);
    const { course: dated } = await newOutline({ schedule_basis: 'course_start', start_date: '2190-01-01' });
    await newCohort(dated.id, 'late', '2199-12-01', '2199-12-31');
    expect((await expectStatus(400, shift(dated, { days: 1 }))).body.errors).toMatchObject([{ field: 'days', code: 'out_of_range' }]);
    expect(await cohorts(dated.id)).toEqual([['late', '2199-12-01', '2199-12-31']]);
  });

  test('requires exactly one of days and start_date', async () => {
    const { course } = await newOutline({});
    for (const body of [{}, { days: 1, start_date: '2026-01-01' }]) {
      const refused = await expectStatus(400, shift(course, body));
      expect(refused.body.errors).toEqual([{ field: 'body', code: 'required', message: expect.any(String) }]);
    }
    await expectStatus(404, mine.studio('post', `courses/${newId()}/schedule/shift/`, { days: 1 }));
  });

  test('by zero days changes nothing', async () => {
    const { course, lessons } = await newOutline({}, { opens_day_offset: 3 });
    const { body } = await expectStatus(200, shift(course, { days: 0 }));
    expect(body.lessons.results[0].updated_at).toBe(lessons[0]?.updated_at);
    expect(await mine.actionsOn(course.id)).toEqual(['course.created']);
  });

  test('with concurrent requests applies every one of them', async () => {
    const { course } = await newOutline({}, { opens_day_offset: 3 });
    const { course: dated } = await newOutline({ start_date: '2026-01-01' });
    const answers = await Promise.all([course, dated].flatMap((one) => [1, 2, 3, 4].map((days) => shift(one, { days }))));
    expect(statusCounts(answers)).toEqual({ 200: 8 });
    expect((await schedule(course)).lessons.results[0].opens_day_offset).toBe(13);
    expect((await schedule(dated)).start_date).toBe('2026-01-11');
  });
});
