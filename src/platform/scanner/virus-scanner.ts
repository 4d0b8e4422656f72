import type { Readable } from 'node:stream';
import { OutageError } from '../outages/outage.ts';

/** The scanner did not respond, or could not scan the file, so nothing is known about the file. */
export class ScannerUnavailableError extends OutageError {
  constructor(message: string, cause?: unknown) {
    super('scanner', message, { cause });
  }
}

export interface VirusScanner {
  /** Returns the name of the virus found, or null if none was found.
   * @throws ScannerUnavailableError
   * @throws Error of `content` if it cannot be read */
  scan(content: Readable): Promise<string | null>;
}
