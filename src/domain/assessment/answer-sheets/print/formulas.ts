import { partsIn } from '../../../kernel/formulas.ts';

/** A part of a text as templates write it: a string, or a formula by its index among the formulas of the document. */
export type WrittenPart = string | { formula: number; source: string; is_block: boolean };

/** Returns the LaTeX formulas in a text. */
export const formulasIn = (text: string): string[] => partsIn(text).flatMap(({ tex }) => tex ?? []);

/** Collects the formulas of a document. */
export class Formulas {
  readonly #places = new Map<string, number>();

  get list(): string[] {
    return [...this.#places.keys()];
  }

  partsOf(text: string): WrittenPart[] {
    const parts = partsIn(text);
    return parts.flatMap(({ source, tex, isBlock }, index) => {
      if (tex !== undefined) return { formula: this.#placeOf(tex), source, is_block: isBlock };
      const words = parts[index + 1]?.isBlock ? source.trimEnd() : source;
      return (parts[index - 1]?.isBlock ? words.trimStart() : words) || [];
    });
  }

  #placeOf(tex: string): number {
    const place = this.#places.get(tex) ?? this.#places.size;
    this.#places.set(tex, place);
    return place;
  }
}
