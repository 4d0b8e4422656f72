/** A document to typeset. */
export interface TypesetDocument {
  /**
   * Typst source that is part of the program, without data. It is preceded by `document.typ`, which reads the inputs, sets title, date, language
   * and fonts, and has the functions that templates share.
   */
  template: string;
  /** Everything that varies: JSON that the template reads as `inputs`. Letters that no font has are left out of its texts. */
  inputs: object;
  /** LaTeX formulas, which `written` of `document.typ` sets by their index in this list. A formula that cannot be set is written unchanged. */
  formulas?: readonly string[];
  /** Pictures (PNG, JPEG, WebP or SVG) by the names by which the template reads them, such as `image("logo")`. */
  pictures?: Readonly<Record<string, Uint8Array>>;
  /** The title of the PDF, which viewers show and read out. */
  title: string;
  /** Language in BCP 47. It decides the direction of the page, the hyphenation of words, and the shapes of Chinese characters. */
  language: string;
  /** Date of the PDF, in RFC 3339. It is the same whenever the document is typeset. */
  date: string;
}

/** Typesets PDFs in separate threads. The same document always has the same bytes. */
export interface Typesetter {
  /** Returns a tagged PDF with only those letters of the fonts that it needs.
   * @throws OutageError if too many documents wait, or this one takes too long */
  pdf(document: TypesetDocument): Promise<Buffer>;
  /** Returns the letters of a text, each with its marks, that no font can draw, in the order of the text and each once. */
  missingLetters(text: string): Promise<string[]>;
  /** Returns the LaTeX formulas among these that cannot be set. */
  unsettableFormulas(formulas: readonly string[]): Promise<string[]>;
  /** Ends the threads. Documents that are being typeset fail. */
  close(): Promise<void>;
}
