import { UnreadableCourse, type Warning } from '../format.ts';

const SHOWN_TITLE = 100;

/** Something in a file that becomes part of a course, or does not. */
export interface Item {
  /** ID in the file, if the item is a lesson or a file. */
  id?: string;
  /** Location of the item: the path of its entry, and its identifier in there. */
  place: string;
  title: string;
}

export const shownTitle = (title: string): string => Array.from(title.replaceAll(/\s+/g, ' ').trim()).slice(0, SHOWN_TITLE).join('');

/** Maximum number of steps; an honest file has far fewer. Everything made from a file is a step, including repetitions. */
const MOST_STEPS = 300_000;
/** Maximum number of characters in the texts of all lessons together, which can contain the same text of a file many times. */
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** Records what is found in a file and what is lost of it. It also counts what is made of the file, while it is made. */
export class Ledger {
  readonly #items = new Set<string>();
  readonly #warnings = new Map<string, Warning>();
  #steps = 0;
  #characters = 0;

  get found(): number {
    return this.#items.size;
  }

  get warnings(): readonly Warning[] {
    return [...this.#warnings.values()];
  }

  find({ id, place }: Item): void {
    this.step();
    this.#items.add(id ?? place);
  }

  /** @throws UnreadableCourse after too many steps */
  step(): void {
    if (++this.#steps > MOST_STEPS) throw new UnreadableCourse('too_complex');
  }

  /** Counts a text that was made.
   * @throws UnreadableCourse after too many characters */
  write(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MOST_CHARACTERS) throw new UnreadableCourse('too_complex');
  }

  /** Notes a loss. The same loss of an item counts once. */
  lose(item: Item, outcome: Warning['outcome'], kind: Warning['kind'], detail: string | null = null): void {
    const { id, place, title } = item;
    this.find(item);
    const key = `${id ?? place} ${kind}`;
    if (this.#warnings.has(key)) return;
    const shown = { place: place.slice(0, LONGEST_PLACE), title: shownTitle(title), detail: detail?.slice(0, LONGEST_DETAIL) || null };
    this.#warnings.set(key, { outcome, kind, object_id: id ?? null, line: null, ...shown });
  }

  skip(item: Item, kind: Warning['kind'], detail: string | null = null): void {
    this.lose(item, 'skipped', kind, detail);
  }

  change(item: Item, kind: Warning['kind'], detail: string | null = null): void {
    this.lose(item, 'changed', kind, detail);
  }
}

const [LONGEST_PLACE, LONGEST_DETAIL] = [1000, 200];
