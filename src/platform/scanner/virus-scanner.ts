import type { Readable } from 'node:stream';

export interface VirusScanner {
  /** The name of what was found; null where nothing was.
   * @throws Error when the scanner does not answer: nothing is known then */
  scan(content: Readable): Promise<string | null>;
}
