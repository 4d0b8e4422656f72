import { fieldsOf, type ReadItem, readItem, type ToMarkdown } from './qti-item.ts';
import { elementAt, elementsOf, elementsWithin, numberAt, textAt, textOf, type XmlElement } from './xml.ts';

/** A draw of some questions from several. */
export interface Draw {
  wanted: number;
  /** The bank from which the questions come; null if they are in the draw itself. */
  bank: string | null;
  title: string;
  /** Points of each question here, whatever it gives elsewhere. */
  pointsPerItem: number | undefined;
}

/** One question of a bank, by their identifiers. */
export interface BankEntry {
  bank: string;
  item: string;
}

export type QuizPart = ReadItem | BankEntry | (Draw & { items: readonly (ReadItem | BankEntry)[] });

export interface ReadQuiz {
  identifier: string;
  title: string;
  isBank: boolean;
  /** The text before its questions, in markdown. */
  instructions: string | null;
  parts: readonly QuizPart[];
  maxAttempts: number | null;
  timeLimitMinutes: number | null;
  shufflesQuestions: boolean;
  /** The names of elements whose content has no place in quizzes. */
  lost: readonly string[];
}

/** Reads the assessments and banks of a QTI 1.2 document, and the items beside them as a bank. Undefined if it is not such a document. */
export function readQuizzes(root: XmlElement, markdown: ToMarkdown): ReadQuiz[] | undefined {
  if (root.name !== 'questestinterop') return undefined;
  const document = new Document(root, markdown);
  const held = elementsOf(root).filter(({ name }) => QUIZZES.has(name));
  const quizzes = held.map((element) => document.quiz(element, element.name === 'objectbank'));
  const own = document.quiz(root, held.length > 0);
  return held.length === 0 || own.parts.length > 0 ? [...quizzes, own] : quizzes;
}

/** Elements of an assessment, a bank or a section that are read, or that matter only to programs. */
const READ = new Set(['section', 'qtimetadata', 'selection_ordering']);
const TECHNICAL = new Set(['qticomment', 'assessmentcontrol', 'sectioncontrol', 'outcomes_processing', 'assessproc_extension', 'sectionproc_extension']);
const QUIZZES = new Set(['assessment', 'objectbank']);
/** Elements before all questions of an assessment. */
const INSTRUCTIONS = ['rubric', 'presentation_material'];
const MEDIA = ['matimage', 'mataudio', 'matvideo', 'matapplet', 'matapplication'];

/** Returns whether an element says anything. */
const isTold = (element: XmlElement): boolean => /ref$/.test(element.name) || textOf(element) !== '' || elementsWithin(element, ...MEDIA).next().done === false;

const isShuffled = (element: XmlElement): boolean => /^random$/i.test(elementAt(element, 'selection_ordering', 'order')?.attributes.order_type ?? '');

class Document {
  readonly #root: XmlElement;
  readonly #markdown: ToMarkdown;
  readonly #read = new Map<XmlElement, ReadItem>();
  readonly #named: ReadonlyMap<string, XmlElement>;
  /** Items beside the assessments to which one of them refers. */
  readonly #placed = new Set<XmlElement>();

  constructor(root: XmlElement, markdown: ToMarkdown) {
    this.#root = root;
    this.#markdown = markdown;
    this.#named = new Map([...elementsWithin(root, 'item')].map((item) => [item.attributes.ident ?? '', item]));
  }

  quiz(element: XmlElement, isBank: boolean): ReadQuiz {
    const fields = fieldsOf(element);
    const lost = new Set<string>();
    const sections = elementsOf(element, 'section');
    const shufflesQuestions = [element, ...(sections.length === 1 ? sections : [])].some(isShuffled);
    if (!shufflesQuestions && sections.some(isShuffled)) lost.add('order');
    return {
      identifier: element.attributes.ident ?? '',
      title: element.attributes.title?.trim() || fields.get('bank_title') || '',
      isBank,
      instructions: this.#instructions(element),
      parts: this.#parts(element, lost),
      maxAttempts: whole(fields.get('cc_maxattempts'), 100),
      timeLimitMinutes: whole(fields.get('qmd_timelimit'), 1440),
      shufflesQuestions,
      lost: [...lost],
    };
  }

  #instructions(element: XmlElement): string | null {
    const texts = INSTRUCTIONS.flatMap((name) => elementsOf(element, name)).flatMap((part) => [...elementsWithin(part, 'mattext')]);
    return (
      texts
        .map((text) => this.#markdown(textOf(text), text.attributes.texttype))
        .join('\n\n')
        .trim() || null
    );
  }

  #parts = (element: XmlElement, lost: Set<string>): QuizPart[] =>
    elementsOf(element).flatMap((child): QuizPart[] => {
      if (child.name === 'item') return element === this.#root && this.#placed.has(child) ? [] : [this.#item(child)];
      if (child.name === 'itemref') return this.#referred(child);
      if (child.name === 'bankentry_item') return [{ bank: child.attributes.sourcebank_ref ?? '', item: child.attributes.item_ref ?? '' }];
      if (child.name === 'section') return this.#section(child, lost);
      const isHere = element === this.#root ? QUIZZES.has(child.name) : element.name !== 'section' && INSTRUCTIONS.includes(child.name);
      const isRead = isHere || READ.has(child.name) || TECHNICAL.has(child.name);
      if (!isRead && isTold(child)) lost.add(child.name);
      return [];
    });

  #section(section: XmlElement, lost: Set<string>): QuizPart[] {
    const selection = elementAt(section, 'selection_ordering', 'selection');
    const wanted = numberAt(selection, 'selection_number');
    const parts = this.#parts(section, lost);
    if (wanted === undefined) return parts;
    const items = parts.flatMap((part) => ('items' in part ? part.items : [part]));
    const pointsPerItem = numberAt(selection, 'selection_extension', 'points_per_item');
    return [{ wanted, bank: textAt(selection, 'sourcebank_ref') ?? null, title: section.attributes.title?.trim() ?? '', pointsPerItem, items }];
  }

  /** Reads an item that is elsewhere in the document. */
  #referred({ attributes: { linkrefid = '' } }: XmlElement): QuizPart[] {
    const item = this.#named.get(linkrefid);
    if (!item) return [{ bank: '', item: linkrefid }];
    this.#placed.add(item);
    return [this.#item(item)];
  }

  /** Reads an item. One that is referred to many times is read once. */
  #item(item: XmlElement): ReadItem {
    const known = this.#read.get(item) ?? readItem(item, this.#markdown);
    this.#read.set(item, known);
    return known;
  }
}

const whole = (text: string | undefined, most: number): number | null => {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : null;
};

export const countItems = (root: XmlElement): number => elementsOf(root).reduce((sum, child) => sum + (child.name === 'item' ? 1 : countItems(child)), 0);
