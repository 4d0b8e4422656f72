/** The marks that were read in a row of bubbles. */
export interface ReadRow {
  row: number;
  /** Positions of the choices that are certainly marked, from 1, ascending. */
  marked: number[];
  /** Positions of the choices that may be either marked or empty. */
  doubtful: number[];
  state: 'clear' | 'unclear';
  /** The probability that this is what the learner meant. */
  confidence: number;
}

/** The number that is bubbled on a sheet. */
export interface ReadNumber {
  /** The digits of the number, with `?` in each position that is unclear. */
  digits: string;
  /** The digits that are certainly marked in each column: several if the number was corrected. */
  marks: string[];
  confidence: number;
}

/** The content of the code of a page. */
export interface CodedPage {
  layoutCode: string;
  sheetId: string;
  /** Page number, from 1. */
  page: number;
}

/** Returns the number of circles in each row of a page, from its first row; null if the page shows all circles of its layout. */
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

/** The format of a photo, by its content, or the reason why it cannot be read. */
export type PhotoKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'not_an_image' | 'unsupported_image_format' | 'too_large';

/** Reads photos of answer sheets in threads of its own. */
export interface SheetReader {
  /** Checks whether the photo can be decoded, from its first to its last byte. */
  check(photo: Buffer): Promise<PhotoKind>;
  /** @param circlesOn is asked once the code of the page is known; by default every page shows all circles of its layout */
  read(photo: Buffer, circlesOn?: CirclesOn): Promise<SheetReading>;
  close(): Promise<void>;
}
