import { ValidationError } from './errors.ts';

/** A position in a list: right after or right before a row, whether or not the row still exists. */
export interface Position {
  side: 'after' | 'before';
  /** The value by which the list is sorted: a time in milliseconds since 1970, or a number of bytes. */
  key: number;
  /** The ID of the row, which orders rows with the same key. */
  id: string;
}

const POSITION = /^(\S+) (after|before) (\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Writes a position as opaque text. It contains nothing that the row in the list does not show, and need not be signed: a query with a position still
 * reads only what the caller may see.
 * @param list the list and its order, without a space
 */
export const toCursor = (list: string, { side, key, id }: Position): string => Buffer.from(`${list} ${side} ${key} ${id}`).toString('base64url');

/** Reads a position in this list.
 * @param largest the largest key that occurs in it
 * @throws ValidationError also if the cursor is for another list or another order */
export function fromCursor(list: string, largest: number, cursor: string): Position {
  const [, of, side, digits, id = ''] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const key = Number(digits);
  if (of !== list || key > largest)
    throw new ValidationError([{ field: 'cursor', code: 'format', message: "Must be a cursor from one of this list's links, with the same ordering." }]);
  return { side: side as Position['side'], key, id };
}
