import validators from '../../../../../generated/request-validators.cjs';
import type { Shape } from '../../../kernel/contract.ts';
import { numberedId } from '../../archive/numbered-ids.ts';
import { type CourseFormat, UnreadableCourse } from './format.ts';
import { parseJson } from './json.ts';
import { isTooLong, readText, textCourse } from './text-course.ts';

type Outline = Shape<'CourseOutline'>;
type Item = Outline['chapters'][number]['items'][number];

/** An outline as JSON: chapters with texts and exercises in markdown. A text becomes a lesson, and an exercise an assignment for a submitted text. */
export const outline: CourseFormat = {
  name: 'outline',
  recognises: (head) => head.toString().trimStart().startsWith('{'),
  async read(file) {
    const found = parseJson(await readText(file));
    if (!validators.content_CourseOutline(found)) throw new UnreadableCourse('invalid');
    const { title, language, licence, attribution, chapters } = found as unknown as Outline;
    const items = chapters.flatMap((chapter) => chapter.items);
    const course = {
      title,
      language,
      description: [attribution, licence].filter(Boolean).join('\n\n') || null,
      estimated_duration_minutes:
        chapters.reduce((sum, { teaching_minutes, exercise_minutes }) => sum + (teaching_minutes ?? 0) + (exercise_minutes ?? 0), 0) || null,
    };
    const warnings = items.flatMap((item, index) =>
      isTooLong(item.title)
        ? [{ outcome: 'changed', kind: 'title_shortened', object_id: numberedId('lesson', index + 1), line: null, title: item.title.slice(0, 200) } as const]
        : [],
    );
    return textCourse(
      course,
      chapters.map((chapter) => ({ title: chapter.title, lessons: chapter.items.map(lessonOf) })),
      { found: items.length, warnings },
    );
  },
};

const lessonOf = ({ kind, title, markdown, solution }: Item) =>
  kind === 'text'
    ? { title, content_type: 'lesson' as const, content: { format: 'markdown', body: markdown } as Shape<'TextContent'> }
    : {
        title,
        content_type: 'assignment' as const,
        content: { instructions: markdown, submission_kinds: ['text'], sample_solution: solution ?? null } as unknown as Shape<'AssignmentContent'>,
      };
