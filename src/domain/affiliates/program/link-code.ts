/** The codes of links, which do not tell capital and small letters apart, are stored in small ones. */
export const LINK_CODE = /^[a-z0-9-]{3,40}$/;

/** Returns the form in which the code of a link is stored. */
export const linkCodeKey = (code: string): string => code.toLowerCase();
