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

/** Reads photos of answer sheets in threads of its own. */
export interface SheetReader {
  read(image: Buffer): Promise<SheetReading>;
  close(): Promise<void>;
}
