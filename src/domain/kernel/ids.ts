import { v7, validate } from 'uuid';
import { NotFoundError } from './errors.ts';

export const newId = (): string => v7();

/** Ids are plain text on the wire: one that is no UUID names nothing.
 * @throws NotFoundError */
export function requireIds(...ids: string[]): void {
  if (!ids.every(validate)) throw new NotFoundError();
}
