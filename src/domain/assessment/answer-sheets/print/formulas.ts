/** A part of a text as templates write it: a string, or a formula by its place in the formulas of the document. */
export type WrittenPart = string | { formula: number; source: string; is_block: boolean };

/** Longer ones are text, so that a text of nothing but signs that open formulas is soon searched. */
const LONGEST = 1000;
/**
 * Formulas of LaTeX between `$$`, `\[` and `\]`, `\(` and `\)`, or `$`. A single `$` opens one only before a sign that is no space, and closes it only after one
 * and before no digit, so that prices are none. What stands in code or after a backslash is text.
 */
const PARTS = new RegExp(
  [
    '`[^`]*`',
    String.raw`\\\$`,
    String.raw`\$\$(?<wide>[^]{1,${LONGEST}}?)\$\$`,
    String.raw`\\\[(?<block>[^]{1,${LONGEST}}?)\\\]`,
    String.raw`\\\((?<inline>[^]{1,${LONGEST}}?)\\\)`,
    String.raw`\$(?=[^\s$])(?<single>(?:\\[^\n]|[^$\\\n]){1,${LONGEST}}?)(?<![\s\\])\$(?!\d)`,
  ].join('|'),
  'g',
);

/** A sum of money and the words after it, up to the next one. */
const isSum = (text: string): boolean => /^\d/.test(text) && /\s/.test(text) && !/[\\^_=+*/<>-]/.test(text);

interface FoundPart {
  source: string;
  /** What stands between the signs of a formula. */
  tex?: string;
  isBlock: boolean;
}

function partsIn(text: string): FoundPart[] {
  const parts: FoundPart[] = [];
  let from = 0;
  for (const { 0: source, index, groups = {} } of text.matchAll(PARTS)) {
    const tex = groups.wide ?? groups.block ?? groups.inline ?? groups.single;
    if (tex === undefined || (groups.single !== undefined && isSum(tex))) continue;
    parts.push(
      { source: text.slice(from, index), isBlock: false },
      { source, tex: tex.trim(), isBlock: groups.wide !== undefined || groups.block !== undefined },
    );
    from = index + source.length;
  }
  return [...parts, { source: text.slice(from), isBlock: false }].filter(({ source }) => source !== '');
}

/** The formulas of LaTeX in a text. */
export const formulasIn = (text: string): string[] => partsIn(text).flatMap(({ tex }) => tex ?? []);

/** Collects the formulas of a document. */
export class Formulas {
  readonly #places = new Map<string, number>();

  get list(): string[] {
    return [...this.#places.keys()];
  }

  partsOf(text: string): WrittenPart[] {
    const parts = partsIn(text);
    return parts.flatMap(({ source, tex, isBlock }, index) => {
      if (tex !== undefined) return { formula: this.#placeOf(tex), source, is_block: isBlock };
      const words = parts[index + 1]?.isBlock ? source.trimEnd() : source;
      return (parts[index - 1]?.isBlock ? words.trimStart() : words) || [];
    });
  }

  #placeOf(tex: string): number {
    const place = this.#places.get(tex) ?? this.#places.size;
    this.#places.set(tex, place);
    return place;
  }
}
