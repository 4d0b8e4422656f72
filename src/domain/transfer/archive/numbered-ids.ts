/** The kinds of objects that archives and imports number. The number of the kind is part of its IDs, so it never changes. */
const KINDS = { course: 1, chapter: 2, lesson: 3, category: 4, media: 5, document: 6, hero_image: 7, package: 8, topic: 9 } as const;

export type NumberedKind = keyof typeof KINDS;

/** Returns the ID of an object in an archive: a UUID of version 8, whose contents can be chosen freely. */
export const numberedId = (kind: NumberedKind, number: number): string => `00000000-0000-8000-800${KINDS[kind]}-${number.toString(16).padStart(12, '0')}`;

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Replaces the IDs of objects wherever they occur in a text: in fields that refer to objects, in `file:{id}`, and in links. In an archive, the objects of each
 * kind are numbered, so that it has the same bytes whichever IDs its objects have. IDs of other objects stay as they are.
 */
export class IdMap {
  readonly #replacements = new Map<string, string>();

  set(id: string, replacement: string): void {
    this.#replacements.set(id.toLowerCase(), replacement);
  }

  get(id: string): string | undefined {
    return this.#replacements.get(id.toLowerCase());
  }

  /** Returns the IDs by their replacements. */
  reversed(): ReadonlyMap<string, string> {
    return new Map([...this.#replacements].map(([id, replacement]) => [replacement, id]));
  }

  /** Numbers the objects of one kind in this order. */
  number(kind: NumberedKind, objects: readonly { id: string }[]): void {
    objects.forEach(({ id }, index) => void this.set(id, numberedId(kind, index + 1)));
  }

  replace(text: string): string {
    return text.replaceAll(ID, (id) => this.get(id) ?? id);
  }
}
