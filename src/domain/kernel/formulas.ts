/** Maximum length of a formula. Longer ones are treated as text, so that a text full of opening signs does not take long to search. */
const LONGEST = 1000;
/**
 * LaTeX formulas between `$$`, `\[` and `\]`, `\(` and `\)`, or `$`. A single `$` opens a formula only before a non-space, and closes it only after a non-space
 * and not before a digit, so that prices are not taken for formulas. Everything in code or after a backslash is text.
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

/** Whether a text is a sum of money and the words after it, up to the next sum. */
const isSum = (text: string): boolean => /^\d/.test(text) && /\s/.test(text) && !/[\\^_=+*/<>-]/.test(text);

/** A part of a text: words, or a formula. */
export interface FoundPart {
  source: string;
  /** The LaTeX between the delimiters, if the part is a formula. */
  tex?: string;
  isBlock: boolean;
}

/** Splits a text into words and formulas. */
export function partsIn(text: string): FoundPart[] {
  const parts: FoundPart[] = [];
  let from = 0;
  const search = new RegExp(PARTS);
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    const { 0: source, index, groups = {} } = found;
    const tex = groups.wide ?? groups.block ?? groups.inline ?? groups.single;
    if (tex === undefined) continue;
    if (groups.single !== undefined && isSum(tex)) {
      // The words after a sum of money can contain the start of something else, such as code.
      search.lastIndex = index + 1;
      continue;
    }
    parts.push(
      { source: text.slice(from, index), isBlock: false },
      { source, tex: tex.trim(), isBlock: groups.wide !== undefined || groups.block !== undefined },
    );
    from = index + source.length;
  }
  return [...parts, { source: text.slice(from), isBlock: false }].filter(({ source }) => source !== '');
}
