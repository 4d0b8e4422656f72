import type { NewTopic } from '../../../../community/discussions/add-topics.ts';
import { numberedId } from '../../../archive/numbered-ids.ts';
import { UnreadableCourse } from '../format.ts';
import { UNSCHEDULED } from '../text-course.ts';
import { baseName, folderOf } from './entries.ts';
import type { Loss, Place } from './html.ts';
import type { Item } from './ledger.ts';
import type { Resource } from './manifest.ts';
import { openingText } from './opening-text.ts';
import type { MadeLesson, Placing, Shown, Source } from './source.ts';
import { cut, LONGEST_TITLE } from './texts.ts';
import { DocumentType, MalformedXml, parseXml, type XmlElement } from './xml.ts';

/** Makes the lessons of an archive: numbers them, reads their documents, and notes what is lost of them. */
export class Drafts {
  readonly source: Source;
  readonly topics: NewTopic[] = [];
  readonly #lessonOf = new Map<string, string>();
  #count = 0;

  constructor(source: Source) {
    this.source = source;
  }

  /** Returns the lesson that a resource or an assignment of Canvas became. */
  lessonOf = (identifier: string): string | undefined => this.#lessonOf.get(identifier);

  /** Remembers what a resource or an assignment of Canvas became. */
  name(identifier: string | undefined, lessonId: string): void {
    if (identifier !== undefined) this.#lessonOf.set(identifier, lessonId);
  }

  /** Numbers and records an item that becomes a lesson. */
  item(place: string, title: string): Required<Item> {
    const item = { id: numberedId('lesson', ++this.#count), place, title: cut(title.trim() || baseName(place)) };
    this.source.ledger.find(item);
    if (Array.from(title.trim()).length > LONGEST_TITLE) this.source.ledger.change(item, 'title_shortened');
    return item;
  }

  lesson({ id, title }: Required<Item>, { isPublished }: Pick<Placing, 'isPublished'>, lesson: Shown & Partial<MadeLesson>): MadeLesson {
    this.source.ledger.write(charactersOf(lesson.content));
    return { ...UNSCHEDULED, id, title, is_published: isPublished, ...lesson };
  }

  /** Opens a topic about a lesson with its prompt. */
  discuss({ id, title }: Required<Item>, prompt: string, fields: Pick<NewTopic, 'is_pinned' | 'is_locked'>): void {
    this.source.ledger.write(prompt.length);
    this.topics.push({ id: numberedId('topic', this.topics.length + 1), lesson_id: id, title, html: openingText(title, prompt), ...fields });
  }

  lose(item: Item, losses: ReadonlySet<Loss>): void {
    for (const loss of losses) this.source.ledger.change(item, loss);
  }

  /** Returns the place of a text whose addresses are rewritten. */
  place = (name: string): Place => ({ entries: this.source.entries, files: this.source.files, folder: folderOf(name) });

  /** Reads a document, or notes that it cannot be read.
   * @throws UnreadableCourse if it has a document type */
  async xml(name: string, item: Item): Promise<XmlElement | undefined> {
    const { entries, ledger } = this.source;
    try {
      const { root, isMended } = parseXml(await entries.read(name));
      if (isMended) ledger.change({ place: name, title: baseName(name) }, 'xml_mended');
      return root;
    } catch (error) {
      if (error instanceof DocumentType) throw new UnreadableCourse('invalid');
      if (!(error instanceof MalformedXml)) throw error;
      ledger.skip(item, 'resource_invalid');
      return undefined;
    }
  }

  /** Returns the document with this root among those that a resource depends on. */
  async partOf(resource: Resource, name: string): Promise<XmlElement | undefined> {
    for (const identifier of resource.dependencies) {
      const part = this.source.manifest.resources.get(identifier);
      for (const file of new Set([...(part?.href ? [part.href] : []), ...(part?.files ?? [])])) {
        if (!file.endsWith('.xml')) continue;
        const root = await this.xml(file, { place: file, title: baseName(file) });
        if (root?.name === name) return root;
      }
    }
    return undefined;
  }
}

/** Counts the characters in all texts of a content. */
function charactersOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, part) => sum + charactersOf(part), 0) : 0;
}
