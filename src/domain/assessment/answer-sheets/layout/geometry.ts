/** Lengths are millimetres from the top left corner of the upright page, and points are centres. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A finder pattern, as in QR codes: a black square, a white one with 5/7 and a black one with 3/7 of its side. */
export interface Marker extends Point {
  readonly id: 'top_left' | 'top_right' | 'bottom_left' | 'bottom_right';
  readonly size: number;
}

/** A black disc whose true place shows how the page is bent. */
export interface Guide extends Point {
  readonly id: string;
  readonly radius: number;
}

/** A black (1) or white (0) square without a border. Cells stand in the order of the bits of the code. */
export interface CodeCell extends Point {
  readonly bit: number;
}

/** A thin circle with a small grey label in it, to be filled. */
export interface Bubble extends Point {
  readonly id: string;
  readonly radius: number;
  readonly label: string;
}

export interface ChoiceBubble extends Bubble {
  /** Row on the page, from 1. */
  readonly row: number;
  /** Place of the choice in its row, from 1. */
  readonly choice: number;
}

export interface NumberBubble extends Bubble {
  /** Column of the number grid, from 1 on the left. */
  readonly column: number;
  readonly digit: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface QuestionBlock extends Box {
  readonly first_row: number;
  readonly last_row: number;
}

/** What a reader needs in order to find the code. It is the same for all layouts of one page size. */
export interface Frame {
  readonly page_size: 'a4' | 'letter';
  readonly width: number;
  readonly height: number;
  readonly markers: readonly Marker[];
  readonly guides: readonly Guide[];
  readonly cell_size: number;
  readonly code_cells: readonly CodeCell[];
}

export interface Layout extends Frame {
  /** Three digits. A code identifies its geometry for ever: a different geometry gets a different code. */
  readonly code: string;
  readonly rows: number;
  readonly choices: number;
  readonly max_pages: number;
  readonly number_grid: Box & { readonly columns: number; readonly bubbles: readonly NumberBubble[] };
  readonly blocks: readonly QuestionBlock[];
  readonly bubbles: readonly ChoiceBubble[];
}
