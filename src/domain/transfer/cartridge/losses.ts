import type { Shape } from '../../kernel/contract.ts';

type Kind = Shape<'CourseExportLossKind'>;
type Outcome = Shape<'CourseImportOutcome'>;

/** A part of a course that is exported, or is left out. */
export interface Part {
  id: string;
  questionId?: string;
  title: string;
}

const MOST_LOSSES = 1000;
const [LONGEST_TITLE, LONGEST_DETAIL] = [100, 500];

const cut = (text: string, length: number): string => Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, length).join('');

/** Collects what a file cannot hold of a course. */
export class Losses {
  readonly #ids: ReadonlyMap<string, string>;
  readonly #lost = new Map<string, Outcome>();
  readonly #losses: (Omit<Shape<'CourseExportLoss'>, 'outcome'> & { part: string })[] = [];
  #found = 0;

  /** @param ids the IDs of the objects of the course, by their IDs in the archive */
  constructor(ids: ReadonlyMap<string, string>) {
    this.#ids = ids;
  }

  find(): void {
    this.#found++;
  }

  change(part: Part, kind: Kind, detail: string | null = null): void {
    this.#lose(part, 'changed', kind, detail);
  }

  skip(part: Part, kind: Kind, detail: string | null = null): void {
    this.#lose(part, 'skipped', kind, detail);
  }

  /** Notes fields that the file has no place for, if there are any. */
  drop(part: Part, names: readonly string[]): void {
    if (names.length > 0) this.change(part, 'settings_lost', names.join(', '));
  }

  #lose({ id, questionId, title }: Part, outcome: Outcome, kind: Kind, detail: string | null): void {
    const key = `${id} ${questionId ?? ''}`;
    if (this.#lost.get(key) !== 'skipped') this.#lost.set(key, outcome);
    if (this.#losses.length === MOST_LOSSES) return;
    this.#losses.push({
      part: key,
      kind,
      object_id: this.#ids.get(id) ?? id,
      question_id: questionId ?? null,
      title: cut(title, LONGEST_TITLE),
      detail: detail && cut(detail, LONGEST_DETAIL),
    });
  }

  ledger(): Shape<'CourseExportLedger'> {
    const skipped = [...this.#lost.values()].filter((outcome) => outcome === 'skipped').length;
    const losses = this.#losses.map(({ part, ...loss }) => ({ ...loss, outcome: this.#lost.get(part) as Outcome }));
    return { found: this.#found, made: this.#found - this.#lost.size, changed: this.#lost.size - skipped, skipped, losses };
  }
}
