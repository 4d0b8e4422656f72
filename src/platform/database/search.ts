/** A LIKE pattern for texts that hold this one, whatever signs are in it. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
