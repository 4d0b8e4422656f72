import { validate } from 'uuid';
import { uuidV7 } from '../../platform/ids/uuid-v7.ts';
import { NotFoundError } from './errors.ts';

export const newId = uuidV7;

export const isId = (value: unknown): value is string => validate(value);

/** IDs arrive as plain text. An ID that is not a UUID cannot belong to any object.
 * @throws NotFoundError */
export function requireIds(...ids: string[]): void {
  if (!ids.every(validate)) throw new NotFoundError();
}
