/** What was measured in one bubble. `darkness` is 0 for the paper beside it and 1 for the black that the sheet was printed with. */
export interface MeasuredBubble {
  id: string;
  darkness: number;
  /** From 0 to 1. */
  confidence: number;
}

export interface ReadSheet {
  status: 'read';
  layoutCode: string;
  sheetId: string;
  /** From 1. */
  page: number;
  /** The bubbled number, with `?` in each place that is unclear; null if the grid cannot be read. */
  number: { digits: string; confidence: number } | null;
  bubbles: MeasuredBubble[];
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
  read(photo: Buffer): Promise<SheetReading>;
  close(): Promise<void>;
}
