import type { ReadSheet, SheetReading } from '../../../src/platform/sheet-reader/sheet-reader.ts';
import type { MarkKind } from './pupil.ts';
import type { Scene } from './scene.ts';
import { shareAtMost } from './share.ts';

const BANDS = [0.5, 0.9, 0.99, 0.999, 0.9999] as const;

interface Band {
  bubbles: number;
  wrong: number;
  stated: number;
}

/** Counts how photographed sheets were read, next to what their pupils meant. */
export class Tally {
  sheets = 0;
  /** Sheets read without a doubt. */
  clear = 0;
  /** Sheets with full marks only, which were filled in as is asked, and how many of them are read without a doubt. */
  readonly asAsked = { sheets: 0, clear: 0 };
  readonly failed: Record<string, number> = {};
  /** Seeds and what was wrong. */
  readonly wrong: string[] = [];
  readonly doubted: string[] = [];
  blanksReadAsMarks = 0;
  numbersWrong = 0;
  numbersDoubted = 0;
  readonly #bands = new Map<number, Band>(BANDS.map((least) => [least, { bubbles: 0, wrong: 0, stated: 0 }]));
  readonly #kinds = new Map<MarkKind | 'blank', { marked: number; blank: number; doubted: number }>();

  add(scene: Scene, reading: SheetReading): void {
    this.sheets += 1;
    const name = `seed ${scene.seed} (${scene.kind}, layout ${scene.layout.code}, ${scene.view.width} x ${scene.view.height})`;
    if (reading.status === 'failed') {
      this.failed[reading.reason] = (this.failed[reading.reason] ?? 0) + 1;
      this.doubted.push(`${name}: ${reading.reason}`);
      return;
    }
    if (reading.sheetId !== scene.sheet || reading.page !== scene.page || reading.layoutCode !== scene.layout.code) {
      this.wrong.push(`${name}: another sheet`);
      return;
    }
    this.#addBubbles(scene, reading.rows);
    const isAsAsked = [...scene.filled.kinds.values()].every((kind) => kind === 'full') && scene.kind !== '1-bit scan';
    const faults: string[] = [];
    const doubts: string[] = [];
    for (const { row, marked, state } of reading.rows) {
      const meant = scene.filled.rows[row - 1] ?? [];
      if (state === 'unclear') doubts.push(`row ${row}`);
      else if (marked.join() !== meant.join()) {
        faults.push(`row ${row} read as [${marked}], meant [${meant}]`);
        if (!meant.length) this.blanksReadAsMarks += 1;
      }
    }
    const { number } = reading;
    if (number.digits !== scene.filled.number) {
      if (number.digits.includes('?')) this.numbersDoubted += 1;
      else this.numbersWrong += 1;
    }
    if (faults.length && !doubts.length) this.wrong.push(`${name}: ${faults.join('; ')}`);
    if (isAsAsked) {
      this.asAsked.sheets += 1;
      if (!doubts.length) this.asAsked.clear += 1;
    }
    if (doubts.length) this.doubted.push(`${name}${isAsAsked ? ', filled in as asked' : ''}: ${doubts.join(', ')} unclear`);
    else this.clear += 1;
  }

  #addBubbles({ layout, filled }: Scene, rows: ReadSheet['rows']): void {
    const byRow = new Map(rows.map((row) => [row.row, row]));
    for (const bubble of layout.bubbles) {
      const { marked = [], doubtful = [], confidence = 0 } = byRow.get(bubble.row) ?? {};
      const [isMarked, isDoubted] = [marked.includes(bubble.choice), doubtful.includes(bubble.choice)];
      const isMeant = filled.rows[bubble.row - 1]?.includes(bubble.choice) ?? false;
      const band = this.#bands.get(BANDS.findLast((least) => confidence >= least) ?? 0.5) as Band;
      band.bubbles += 1;
      band.stated += 1 - confidence;
      if (!isDoubted && isMarked !== isMeant) band.wrong += 1;
      const kind = filled.kinds.get(bubble.id) ?? 'blank';
      const counts = this.#kinds.get(kind) ?? { marked: 0, blank: 0, doubted: 0 };
      counts[isDoubted ? 'doubted' : isMarked ? 'marked' : 'blank'] += 1;
      this.#kinds.set(kind, counts);
    }
  }

  toString(): string {
    const failed = Object.entries(this.failed).map(([reason, count]) => `${reason} ${count}`);
    const kinds = [...this.#kinds].map(([kind, { marked, blank, doubted }]) => `  ${kind.padEnd(7)} ${marked} marked, ${blank} blank, ${doubted} doubtful`);
    const bands = [...this.#bands].map(
      ([least, { bubbles, wrong, stated }]) =>
        `  from ${least.toFixed(4)}: ${bubbles} bubbles, ${wrong} wrong; stated ${(stated / (bubbles || 1)).toExponential(1)}, measured ${(wrong / (bubbles || 1)).toExponential(1)}`,
    );
    return [
      `${this.sheets} sheets: ${this.clear} clear, ${this.doubted.length} to review (failed: ${failed.join(', ') || 'none'}), ${this.wrong.length} wrong (at most ${(shareAtMost(this.wrong.length, this.clear) * 100).toFixed(2)} %)`,
      `filled in as asked: ${this.asAsked.clear} of ${this.asAsked.sheets} clear; numbers: ${this.numbersDoubted} to review, ${this.numbersWrong} wrong`,
      'bubbles by what was drawn:',
      ...kinds,
      'bubbles by stated confidence:',
      ...bands,
      ...this.wrong.map((line) => `wrong: ${line}`),
      ...this.doubted.map((line) => `review: ${line}`),
    ].join('\n');
  }
}
