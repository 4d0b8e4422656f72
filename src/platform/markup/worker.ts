import { inThread } from '../threads/in-thread.ts';
import { codeMarkup } from './code.ts';
import { formulaMarkup } from './formula.ts';
import type { MarkupPart } from './markup.ts';

/** Writes each part, or null if it cannot be written. */
export default inThread<readonly MarkupPart[], (string | null)[]>((parts) =>
  parts.map((part) => ('tex' in part ? formulaMarkup(part.tex, part.isBlock) : codeMarkup(part.code, part.language))),
);
