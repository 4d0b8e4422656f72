/** What is seen in a row of bubbles. */
export interface ReadRow {
  row: number;
  /** Places of the choices that are marked for certain, from 1, ascending. */
  marked: number[];
  /** Places of the choices that nobody can tell marked from empty. */
  doubtful: number[];
  state: 'clear' | 'unclear';
  /** The probability that this is what the learner meant. */
  confidence: number;
}

/** The number that is bubbled on a sheet. */
export interface ReadNumber {
  /** With `?` in each place that is unclear. */
  digits: string;
  /** The digits that are marked for certain in each column: several where the number was corrected. */
  marks: string[];
  confidence: number;
}

/** What the code of a page says. */
export interface CodedPage {
  layoutCode: string;
  sheetId: string;
  /** From 1. */
  page: number;
}

/** Tells how many circles each row of a page shows, from its first row; null if it shows all of its layout. */
export type CirclesOn = (page: CodedPage) => Promise<readonly number[] | null>;

export interface ReadSheet extends CodedPage {
  status: 'read';
  number: ReadNumber;
  /** Every row of the layout. */
  rows: ReadRow[];
  /** The page, straightened and without metadata, as JPEG. */
  picture: Buffer;
  pixelsPerMm: number;
}

export interface UnreadableSheet {
  status: 'failed';
  reason: 'not_image' | 'unsupported_image_format' | 'markers_not_found' | 'code_unreadable' | 'too_blurred' | 'page_cut';
}

export type SheetReading = ReadSheet | UnreadableSheet;

/** What a photo is, by its content, or why it cannot be read. */
export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'not_an_image' | 'unsupported_image_format' | 'too_large';

/** Reads photos of answer sheets in threads of its own. */
export interface SheetReader {
  /** Tells whether the photo can be decoded, from its first to its last byte. */
  check(photo: Buffer): Promise<PhotoKind>;
  /** @param circlesOn is asked once the code of the page is known; by default every page shows all circles of its layout */
  read(photo: Buffer, circlesOn?: CirclesOn): Promise<SheetReading>;
  close(): Promise<void>;
}
