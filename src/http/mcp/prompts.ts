import type { Scopes } from '../../domain/identity/api-keys/scopes.ts';
import { meets, type Needs } from './needs.ts';

interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  /** The permissions that the key must have for every call of the task. */
  needs: Needs;
  text(given: Readonly<Record<string, string>>): string;
  /** URI of a resource whose contents accompany the text. */
  attached?(given: Readonly<Record<string, string>>): string;
}

/** Tasks that people give to models again and again. Each text describes the steps in the order of the calls that they take. */
const PROMPTS: readonly Prompt[] = [
  {
    name: 'build_course_from_document',
    title: 'Build a course from a document',
    description: 'Drafts a course from a text: chapters, lessons and a quiz for each chapter.',
    arguments: [
      { name: 'document', description: 'The text to build the course from.', required: true },
      { name: 'audience', description: 'Who the course is for.', required: false },
    ],
    needs: { courses: 'edit', chapters: 'edit', lessons: 'edit' },
    text: ({ document = '', audience }) => `Build a course from the document below${audience ? `, for ${audience}` : ''}.

1. Read the document, and propose a title, chapters, and the lessons of each. Use only what the document says.
2. Create the course with createAgentCourse. Leave it a draft.
3. Call describe_lesson_content for \`lesson\` and for \`quiz\`. Then create the chapters in their order, and the lessons of each: texts, and a quiz with three to five questions at the end. Send a new idempotency_key with each call, and repeat it if a call gets no answer.
4. Read the course again, compare it with the document, and tell me what you left out. Do not publish it.

The document:

${document}`,
  },
  {
    name: 'find_stale_lessons',
    title: 'Find what is out of date',
    description: 'Reviews the lessons that nobody has changed for a long time, and lists what may be out of date. Changes nothing.',
    arguments: [{ name: 'before', description: 'Lessons that were last changed before this day, as YYYY-MM-DD.', required: true }],
    needs: { courses: 'view', lessons: 'view' },
    attached: ({ before = '' }) => `lms://stale-lessons/${before}`,
    text: ({
      before = '',
    }) => `Find what is out of date in lessons that were last changed before ${before}. The list of these lessons is attached, the oldest first.

1. Read each of them with getAgentLesson, and look for what ages: dates, versions, prices, names, links, and words such as "new" or "currently".
2. List what you found: course, lesson, its updated_at, the sentence, and why it may be wrong. Change nothing.
3. If \`next\` in the list is not null, it has more. Say so, and name that URI: I can attach it.`,
  },
  {
    name: 'review_quiz',
    title: 'Review a quiz',
    description: "Checks a quiz's questions against the lessons in its chapter, and proposes changes.",
    arguments: [
      { name: 'course_id', description: 'ID of the course.', required: true },
      { name: 'chapter_id', description: 'ID of the chapter.', required: true },
      { name: 'lesson_id', description: 'ID of the quiz.', required: true },
    ],
    needs: { lessons: 'edit' },
    text: ({ course_id = '', chapter_id = '', lesson_id = '' }) => `Review the quiz ${lesson_id} of the chapter ${chapter_id} in the course ${course_id}.

1. Read the quiz and the other lessons of the chapter.
2. Check for each question that the lessons teach what it asks, that exactly the right answers are marked, and that no wrong answer gives itself away.
3. Propose the changes, and ask me before you make them.
4. Change the quiz with updateAgentLesson, and send the updated_at that you have read. Keep the IDs of questions and choices: the answers of learners refer to them.`,
  },
];

/** Returns the prompts for tasks that a key with these scopes can carry out. */
export const promptsOf = (scopes: Scopes) =>
  PROMPTS.filter(({ needs }) => meets(scopes, needs)).map(({ name, title, description, arguments: named }) => ({ name, title, description, arguments: named }));

/** Returns the text of a prompt, the name of an argument that is missing, or null if there is no such prompt for this key. */
export function readPrompt(
  scopes: Scopes,
  name: string,
  given: Readonly<Record<string, string>>,
): { text: string; description: string; attached: string | null } | { missing: string } | null {
  const prompt = PROMPTS.find((each) => each.name === name && meets(scopes, each.needs));
  if (!prompt) return null;
  const missing = prompt.arguments.find((argument) => argument.required && !given[argument.name]?.trim());
  return missing ? { missing: missing.name } : { text: prompt.text(given), description: prompt.description, attached: prompt.attached?.(given) ?? null };
}
