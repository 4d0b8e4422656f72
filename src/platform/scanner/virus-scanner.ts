import type { Readable } from 'node:stream';

export interface VirusScanner {
  /** Returns the name of the virus found, or null if none was found.
   * @throws Error if the scanner does not respond, so that nothing is known about the file */
  scan(content: Readable): Promise<string | null>;
}
