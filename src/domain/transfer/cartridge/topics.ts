import { createHash } from 'node:crypto';
import type { StaffTopic } from '../../community/discussions/staff-topics.ts';
import type { Shape } from '../../kernel/contract.ts';
import { openingText } from '../course-imports/formats/cartridge/opening-text.ts';
import type { Losses, Part } from './losses.ts';

type Lesson = Shape<'CourseArchiveLesson'>;

const digestOf = (text: string): string => createHash('md5').update(text).digest('hex');

/**
 * Topics that staff opened in the discussions of a course. In a cartridge, a discussion is both the text and the place where it is discussed, so a cartridge
 * holds only a topic that begins with the text of its lesson, as imports open them.
 */
export class Topics {
  readonly #ofLesson: ReadonlyMap<string | null, readonly StaffTopic[]>;
  readonly #losses: Losses;

  constructor(topics: readonly StaffTopic[], losses: Losses) {
    this.#ofLesson = Map.groupBy(topics, ({ lesson_id }) => lesson_id);
    this.#losses = losses;
  }

  /** Returns whether a lesson is written as a discussion. */
  hasOwn({ id, title, content_type, content }: Lesson): boolean {
    const topics = this.#ofLesson.get(id);
    if (!topics || content_type !== 'lesson' || content === null) return false;
    const { format, body } = content as Shape<'TextContent'>;
    if (format !== 'html') return false;
    const digest = digestOf(openingText(title, body));
    return topics.some((topic) => topic.is_plain && topic.title === title && topic.format === 'html' && topic.digest === digest);
  }

  /** Notes the topics about a lesson that the cartridge does not hold. */
  lose(part: Part, lesson: Lesson): void {
    this.#lose(part, (this.#ofLesson.get(lesson.id)?.length ?? 0) - (this.hasOwn(lesson) ? 1 : 0));
  }

  /** Notes the topics about the course. */
  loseOfCourse(course: Part): void {
    this.#lose(course, this.#ofLesson.get(null)?.length ?? 0);
  }

  #lose(part: Part, count: number): void {
    if (count > 0) this.#losses.change(part, 'topics_lost', `${count}`);
  }
}
