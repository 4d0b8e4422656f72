import { v4, validate } from 'uuid';
import { leastUuidOf, uuidV7, uuidV7Beside } from '../../platform/ids/uuid-v7.ts';
import { NotFoundError } from './errors.ts';

export const newId = uuidV7;
/** Makes an ID that does not reveal when it was made and therefore cannot be used for ordering. */
export const newUntimedId = (): string => v4();
export const newIdBeside = uuidV7Beside;
export const leastIdOf = leastUuidOf;

export const isId = (value: unknown): value is string => validate(value);

/** Checks IDs, which arrive as plain text. An ID that is not a UUID cannot belong to any object.
 * @throws NotFoundError */
export function requireIds(...ids: string[]): void {
  if (!ids.every(validate)) throw new NotFoundError();
}
