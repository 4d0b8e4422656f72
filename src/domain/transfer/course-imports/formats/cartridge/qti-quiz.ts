import { fieldsOf, type ReadItem, readItem, type ToMarkdown } from './qti-item.ts';
import { elementAt, elementsOf, elementsWithin, numberAt, textAt, textOf, type XmlElement } from './xml.ts';

/** A draw of some questions from several. */
export interface Draw {
  wanted: number;
  /** The bank that they come from, unless they stand in the draw itself. */
  bank: string | null;
  title: string;
}

export interface ReadQuiz {
  identifier: string;
  title: string;
  isBank: boolean;
  /** What stands before its questions, in markdown. */
  instructions: string | null;
  parts: readonly (ReadItem | (Draw & { items: readonly ReadItem[] }))[];
  maxAttempts: number | null;
  timeLimitMinutes: number | null;
}

/** Reads the assessments and banks of a document of QTI 1.2. Undefined if it is none. */
export function readQuizzes(root: XmlElement, markdown: ToMarkdown): ReadQuiz[] | undefined {
  if (root.name !== 'questestinterop') return undefined;
  const held = elementsOf(root).filter(({ name }) => name === 'assessment' || name === 'objectbank');
  return (held.length > 0 ? held : [root]).map((element) => {
    const fields = fieldsOf(element);
    return {
      identifier: element.attributes.ident ?? '',
      title: element.attributes.title?.trim() || fields.get('bank_title') || '',
      isBank: element.name === 'objectbank',
      instructions: instructionsOf(element, markdown),
      parts: partsOf(element, markdown),
      maxAttempts: whole(fields.get('cc_maxattempts'), 100),
      timeLimitMinutes: whole(fields.get('qmd_timelimit'), 1440),
    };
  });
}

const instructionsOf = (element: XmlElement, markdown: ToMarkdown): string | null =>
  [...elementsWithin(elementAt(element, 'rubric'), 'mattext')]
    .map((text) => markdown(textOf(text), text.attributes.texttype))
    .join('\n\n')
    .trim() || null;

const whole = (text: string | undefined, most: number): number | null => {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= 1 && value <= most ? value : null;
};

const partsOf = (element: XmlElement, markdown: ToMarkdown): ReadQuiz['parts'] =>
  elementsOf(element).flatMap((child): ReadQuiz['parts'] => {
    if (child.name === 'item') return [readItem(child, markdown)];
    if (child.name !== 'section') return [];
    const selection = elementAt(child, 'selection_ordering', 'selection');
    const wanted = numberAt(selection, 'selection_number');
    const parts = partsOf(child, markdown);
    if (wanted === undefined) return parts;
    const items = parts.flatMap((part) => ('items' in part ? part.items : [part]));
    return [{ wanted, bank: textAt(selection, 'sourcebank_ref') ?? null, title: child.attributes.title?.trim() ?? '', items }];
  });

export const countItems = (root: XmlElement): number => elementsOf(root).reduce((sum, child) => sum + (child.name === 'item' ? 1 : countItems(child)), 0);
