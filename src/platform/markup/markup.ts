/** A part of a text that takes a special program to write: a LaTeX formula, or code in a programming language. */
export type MarkupPart = { tex: string; isBlock: boolean } | { code: string; language: string };

/** Writes formulas and code as markup that pages can show. */
export interface MarkupWriter {
  /** Returns the markup of each part, and null for a part that is too large, takes too long or is wrong, and is then shown as it was written. */
  write(parts: readonly MarkupPart[]): Promise<(string | null)[]>;
  close(): Promise<void>;
}
