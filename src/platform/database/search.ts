const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A LIKE pattern for texts that contain this one. Wildcards in the text are escaped. */
export const containing = (text: string): string => `%${literal(text)}%`;

/** A LIKE pattern for texts that begin with this one. Wildcards in the text are escaped. */
export const beginningWith = (text: string): string => `${literal(text)}%`;
