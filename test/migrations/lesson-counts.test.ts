import { Kysely, PostgresDialect } from 'kysely';
import { up } from '../../migrations/0520-lesson-counts.ts';
import { startTestApp } from '../support/app.ts';
import { newStudio } from '../support/studio.ts';

test('the lessons that the migration counts are those that are there, and later ones are added to them', async () => {
  const app = await startTestApp();
  try {
    const mine = await newStudio(app);
    const { id } = await mine.newCourse();
    const [full, bare] = [await mine.newChapter(id), await mine.newChapter(id)];
    for (const _lesson of [1, 2, 3]) await mine.newLesson(id, full.id);
    const { pool } = app.database;
    const counts = async () => (await pool.query('select chapter_id, lessons from chapter_lesson_counts order by lessons desc')).rows;
    expect(await counts()).toEqual([{ chapter_id: full.id, lessons: 3 }]);
    await pool.query(`drop function count_changed_lessons cascade; drop function count_moved_lesson cascade; drop function count_lessons;
      drop table chapter_lesson_counts`);
    await up(new Kysely({ dialect: new PostgresDialect({ pool }) }));
    expect(await counts()).toEqual([{ chapter_id: full.id, lessons: 3 }]);
    await mine.newLesson(id, bare.id);
    await mine.newLesson(id, full.id);
    expect(await counts()).toEqual([
      { chapter_id: full.id, lessons: 4 },
      { chapter_id: bare.id, lessons: 1 },
    ]);
  } finally {
    await app.close();
  }
});
