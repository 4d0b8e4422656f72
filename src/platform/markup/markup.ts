/** A part of a text that takes a program of its own to write: a formula of LaTeX, or a text in a programming language. */
export type MarkupPart = { tex: string; isBlock: boolean } | { code: string; language: string };

/** Writes formulas and programs as markup that pages can show. */
export interface MarkupWriter {
  /** Returns the markup of each part, and null for what is too large, takes too long or is wrong: that is shown as it was written. */
  write(parts: readonly MarkupPart[]): Promise<(string | null)[]>;
  close(): Promise<void>;
}
