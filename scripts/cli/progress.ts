/** One object that a command has finished. */
export interface Step {
  /** Number of finished objects: the course, its chapters and its lessons together. */
  done: number;
  total: number;
  /** Number of the chapter, counted from 1; null for the course itself. */
  chapter: number | null;
  title: string;
}

export interface Progress {
  step(step: Step): void;
  note(text: string): void;
  end(): void;
}

export interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const BAR_WIDTH = 30;
const CLEAR_LINE = '\r\x1b[K';

/** Shows a progress bar on a terminal, and otherwise prints a line for each chapter. */
export const progressOn = (terminal: Terminal): Progress => (terminal.isTTY ? bar(terminal) : lines(terminal));

function bar(terminal: Terminal): Progress {
  let drawn = '';
  return {
    step({ done, total, title }) {
      const filled = Math.round((done / total) * BAR_WIDTH);
      const text = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${done}/${total} ${title}`;
      drawn = CLEAR_LINE + text.slice(0, (terminal.columns ?? 80) - 1);
      terminal.write(drawn);
    },
    note: (text) => terminal.write(`${CLEAR_LINE}${text}\n${drawn}`),
    end: () => terminal.write(CLEAR_LINE),
  };
}

function lines(terminal: Terminal): Progress {
  let last: number | null = null;
  return {
    step({ done, total, chapter, title }) {
      if (chapter !== null && chapter !== last) terminal.write(`chapter ${chapter}: ${title} (${done}/${total})\n`);
      last = chapter;
    },
    note: (text) => terminal.write(`${text}\n`),
    end: () => {},
  };
}
