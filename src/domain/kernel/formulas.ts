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

/** A part of a text: words, or a formula. */
export interface FoundPart {
  source: string;
  /** What stands between the signs of a formula. */
  tex?: string;
  isBlock: boolean;
}

/** Tells the formulas of a text from its words. */
export function partsIn(text: string): FoundPart[] {
  const parts: FoundPart[] = [];
  let from = 0;
  const search = new RegExp(PARTS);
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    const { 0: source, index, groups = {} } = found;
    const tex = groups.wide ?? groups.block ?? groups.inline ?? groups.single;
    if (tex === undefined) continue;
    if (groups.single !== undefined && isSum(tex)) {
      // The words after a sum of money can open something else, such as code.
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
