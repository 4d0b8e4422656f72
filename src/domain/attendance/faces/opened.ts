import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { openAll } from './descriptors.ts';

/** Maximum time for which a process holds opened descriptors. */
const HELD_MS = 5 * 60_000;
/** Maximum number of descriptors that a process holds: about 15 MB for those of the known model. */
const MOST_HELD = 20_000;

export interface SealedFace {
  id: string;
  sealed_descriptor: Buffer;
}

/**
 * The descriptors that a process has recently opened, because opening thousands of them takes far longer than comparing them. A stored descriptor never
 * changes, so its ID identifies its values. The list of descriptors to compare is read from the database each time, so a deleted one is never compared again.
 * All are released five minutes after the first was opened, earlier if there are too many, and at once when a learner withdraws their consent in this process.
 */
class OpenedFaces {
  #values = new Map<string, Float32Array>();
  #end: NodeJS.Timeout | undefined;

  get(id: string): Float32Array | undefined {
    return this.#values.get(id);
  }

  /** Opens descriptors of the same length. */
  open(keyring: Keyring, faces: readonly SealedFace[], length: number): [string, Float32Array][] {
    const sealed = faces.map(({ sealed_descriptor }) => sealed_descriptor);
    const values = openAll(keyring, sealed, length);
    const opened = faces.flatMap(({ id }, index): [string, Float32Array][] => {
      const own = values[index];
      return own ? [[id, own]] : [];
    });
    if (this.#values.size + opened.length > MOST_HELD) this.clear();
    if (opened.length <= MOST_HELD) for (const [id, own] of opened) this.#values.set(id, own);
    this.#end ??= setTimeout(() => this.clear(), HELD_MS).unref();
    return opened;
  }

  clear(): void {
    clearTimeout(this.#end);
    this.#end = undefined;
    this.#values.clear();
  }
}

/** Opened descriptors by keyring, so that each keyring sees only its own. */
const HELD = new WeakMap<Keyring, OpenedFaces>();

/**
 * Returns the values of these descriptors, by ID. Those that the process does not hold are read and opened. Those deleted in the meantime are left out.
 * @param readSealed reads descriptors
 */
export async function openFaces(
  keyring: Keyring,
  ids: readonly string[],
  length: number,
  readSealed: (ids: readonly string[]) => Promise<SealedFace[]>,
): Promise<Map<string, Float32Array>> {
  const held = HELD.get(keyring) ?? new OpenedFaces();
  HELD.set(keyring, held);
  const found = new Map<string, Float32Array>();
  const missing: string[] = [];
  for (const id of ids) {
    const values = held.get(id);
    if (values) found.set(id, values);
    else missing.push(id);
  }
  if (missing.length > 0) for (const [id, values] of held.open(keyring, await readSealed(missing), length)) found.set(id, values);
  return found;
}

/** Releases all descriptors that the process holds open. */
export const closeFaces = (keyring: Keyring): void => HELD.get(keyring)?.clear();
