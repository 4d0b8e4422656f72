import type { Shape } from '../../kernel/contract.ts';
import { assignmentXml, linkXml, pageHtml, topicXml } from './documents.ts';
import type { CartridgeFile } from './files.ts';
import { lostOfLesson } from './held.ts';
import type { Losses, Part } from './losses.ts';
import type { Resource } from './manifest.ts';
import { assessmentXml, isSupported, lostOf, type ToHtml } from './questions.ts';
import type { CartridgeText, CourseText, TextWriter } from './texts.ts';
import type { Topics } from './topics.ts';

type Lesson = Shape<'CourseArchiveLesson'>;

export interface Document {
  path: string;
  text: string;
}

/** The result of writing a lesson: an item of the outline, and the resources to which it leads. */
export interface Made {
  title: string;
  identifierref: string;
  resources: readonly Resource[];
  documents: readonly Document[];
}

/** The fields of the contents that show a file of the course, or what is at a URL. */
interface Shown {
  source?: string;
  url?: string;
  media_id?: string;
  document_id?: string;
}

interface Source {
  files: ReadonlyMap<string, CartridgeFile>;
  losses: Losses;
  topics: Topics;
  write: TextWriter;
  language: string | null;
}

/** Writes lessons as resources of a cartridge. */
export class LessonWriter {
  readonly #source: Source;
  #count = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** @returns undefined if the lesson is left out */
  write(lesson: Lesson): Made | undefined {
    const { losses } = this.#source;
    const part = { id: lesson.id, title: lesson.title };
    const identifier = `lesson-${++this.#count}`;
    losses.find();
    if (lesson.content === null) {
      losses.skip(part, 'lesson_empty');
      return undefined;
    }
    const made = this.#made(lesson, part, identifier);
    if (made) this.#source.topics.lose(part, lesson);
    if (made) losses.drop(part, lostOfLesson(lesson));
    return made && { title: lesson.title, ...made };
  }

  #made(lesson: Lesson, part: Part, identifier: string): Omit<Made, 'title'> | undefined {
    const { title, content_type, content, grading } = lesson;
    switch (content_type) {
      case 'lesson':
        if (this.#source.topics.hasOwn(lesson)) return this.#topic(identifier, part, content as Shape<'TextContent'>);
        return this.#page(identifier, title, this.#text(part, content as Shape<'TextContent'>, 'page'));
      case 'quiz':
        return this.#quiz(identifier, part, content as Shape<'QuizContent'>);
      case 'assignment':
        return this.#assignment(identifier, part, content as Shape<'AssignmentContent'>, grading?.is_graded ?? true);
      default:
        return this.#shown(identifier, part, content as Shown);
    }
  }

  #text(part: Part, text: CourseText, where: 'page' | 'xml'): CartridgeText {
    const written = this.#source.write(text, where);
    if (written.isLinkLost) this.#source.losses.change(part, 'link_lost');
    return written;
  }

  #page(identifier: string, title: string, { html, uses }: CartridgeText): Omit<Made, 'title'> {
    const path = `pages/${identifier}.html`;
    return {
      identifierref: identifier,
      resources: [{ identifier, type: 'webcontent', href: path, files: [path], dependencies: uses }],
      documents: [{ path, text: pageHtml(title, this.#source.language, html) }],
    };
  }

  /** Writes a lesson that holds the prompt of its topic. */
  #topic(identifier: string, part: Part, content: Shape<'TextContent'>): Omit<Made, 'title'> {
    const { html, uses } = this.#text(part, content, 'xml');
    const path = `discussions/${identifier}.xml`;
    return {
      identifierref: identifier,
      resources: [{ identifier, type: 'imsdt_xmlv1p3', files: [path], dependencies: uses }],
      documents: [{ path, text: topicXml(part.title, html) }],
    };
  }

  /** Writes a lesson that shows a file of the course, or what is at a URL. */
  #shown(identifier: string, part: Part, { source, url, media_id, document_id }: Shown): Omit<Made, 'title'> | undefined {
    const { files, losses } = this.#source;
    if (url !== undefined) {
      losses.change(part, 'shown_as_link');
      const path = `links/${identifier}.xml`;
      return {
        identifierref: identifier,
        resources: [{ identifier, type: 'imswl_xmlv1p3', files: [path] }],
        documents: [{ path, text: linkXml(part.title, url) }],
      };
    }
    const file = files.get((media_id ?? document_id ?? '').toLowerCase());
    if (file) return { identifierref: file.identifier, resources: [], documents: [] };
    losses.skip(part, 'not_supported', source);
    return undefined;
  }

  /** Writes an assignment, and a page with its instructions, which is in the outline for systems that do not support assignments. */
  #assignment(identifier: string, part: Part, content: Shape<'AssignmentContent'>, isGraded: boolean): Omit<Made, 'title'> {
    const text = { format: 'markdown' as const, body: content.instructions };
    const { html, uses } = this.#text(part, text, 'xml');
    const path = `assignments/${identifier}.xml`;
    const page = this.#page(`${identifier}-page`, part.title, this.#source.write(text, 'page'));
    return {
      identifierref: page.identifierref,
      resources: [
        { identifier, type: 'assignment_xmlv1p0', href: path, files: [path], dependencies: uses },
        ...page.resources.map((resource) => ({ ...resource, variant: identifier })),
      ],
      documents: [{ path, text: assignmentXml(identifier, part.title, content, { html, isGraded }) }, ...page.documents],
    };
  }

  #quiz(identifier: string, part: Part, content: Shape<'QuizContent'>): Omit<Made, 'title'> | undefined {
    const { losses } = this.#source;
    const uses = new Set<string>();
    const partOf = ({ id, prompt }: Shape<'QuizQuestion'>): Part => ({ id: part.id, questionId: id, title: prompt });
    for (const question of content.questions) {
      losses.find();
      if (isSupported(question)) losses.drop(partOf(question), lostOf(question));
      else losses.skip(partOf(question), 'question_not_supported', question.type);
    }
    const questions = content.questions.filter(isSupported);
    if (questions.length === 0) {
      losses.skip(part, 'quiz_empty');
      return undefined;
    }
    const toHtml: ToHtml = (body, isInline = false) => {
      const { html, uses: used } = this.#text(part, { format: isInline ? 'inline' : 'markdown', body }, 'xml');
      for (const each of used) uses.add(each);
      return html;
    };
    const path = `quizzes/${identifier}.xml`;
    const text = assessmentXml({ identifier, title: part.title, content }, questions, toHtml);
    return {
      identifierref: identifier,
      resources: [{ identifier, type: 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment', files: [path], dependencies: [...uses] }],
      documents: [{ path, text }],
    };
  }
}
