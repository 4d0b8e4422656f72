const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for texts that hold this one, whatever signs are in it. */
export const containing = (text: string): string => `%${literal(text)}%`;

/** A LIKE pattern for texts that begin with this one, whatever signs are in it. */
export const beginningWith = (text: string): string => `${literal(text)}%`;
