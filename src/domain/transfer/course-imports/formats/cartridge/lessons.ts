import { assignmentLessons, canvasAssignmentLessons } from './assignments.ts';
import { discussionLessons } from './discussions.ts';
import type { Drafts } from './drafts.ts';
import { IS_PAGE, kindOf } from './kinds.ts';
import type { Item } from './ledger.ts';
import type { Resource } from './manifest.ts';
import { fileLessons, pageLessons } from './pages.ts';
import { QuizMaker } from './quizzes.ts';
import type { MadeLesson, Placing } from './source.ts';
import { linkLessons, toolLessons } from './web-links.ts';
import type { XmlElement } from './xml.ts';

/** Makes lessons of the resources of an archive, each by its kind. */
export class LessonMaker {
  readonly #drafts: Drafts;
  readonly #quizzes: QuizMaker;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
    this.#quizzes = new QuizMaker(drafts);
  }

  /** @returns no lessons if the resource is left out, or becomes only a file of the course */
  async make(resource: Resource, placing: Placing): Promise<MadeLesson[]> {
    const kind = kindOf(resource);
    const first = kind === 'page' || kind === 'file' ? undefined : resource.files[0];
    const name = resource.href ?? first ?? (resource.inline && `imsmanifest.xml#${resource.identifier}`);
    const place = resource.href ?? (resource.address || name || resource.identifier);
    const item = { place, title: placing.title || place };
    if (name === undefined) {
      this.#drafts.source.ledger.skip(item, 'resource_missing');
      return [];
    }
    const isPublished = placing.isPublished && !resource.isForInstructors;
    const made = await this.#makeOf(resource, name, { ...placing, isPublished }, item);
    const [lesson] = made;
    if (lesson) this.#drafts.name(resource.identifier, lesson.id);
    return made;
  }

  async #makeOf(resource: Resource, name: string, placing: Placing, item: Item): Promise<MadeLesson[]> {
    const drafts = this.#drafts;
    switch (kindOf(resource)) {
      case 'page':
        return pageLessons(drafts, name, placing);
      case 'file':
        return fileLessons(drafts, name, placing);
      case 'canvas_assignment':
        return canvasAssignmentLessons(drafts, resource, placing);
      case 'quiz':
      case 'bank':
        return this.#quizzes.lessons(resource, placing);
      case 'link':
        return this.#withXml(resource, name, item, (root) => linkLessons(drafts, root, name, placing));
      case 'discussion':
        return this.#withXml(resource, name, item, (root) => discussionLessons(drafts, root, resource, name, placing));
      case 'tool':
        return this.#withXml(resource, name, item, (root) => toolLessons(drafts, root, name, placing));
      case 'assignment':
        return this.#withXml(resource, name, item, (root) => assignmentLessons(drafts, root, name, placing));
      default:
        drafts.source.ledger.skip(item, 'resource_not_supported', resource.type.slice(0, 100) || null);
        return [];
    }
  }

  /** Makes the lessons of a page or another entry that no resource describes. */
  async makeEntry(name: string, placing: Placing): Promise<MadeLesson[]> {
    return IS_PAGE.test(name) ? pageLessons(this.#drafts, name, placing) : fileLessons(this.#drafts, name, placing);
  }

  async #withXml({ inline }: Resource, name: string, item: Item, make: (root: XmlElement) => MadeLesson[] | Promise<MadeLesson[]>): Promise<MadeLesson[]> {
    const root = inline ?? (await this.#drafts.xml(name, item));
    return root ? make(root) : [];
  }
}
