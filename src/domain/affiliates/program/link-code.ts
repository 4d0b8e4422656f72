/** The pattern of link codes, which are case-insensitive and stored in lower case. */
export const LINK_CODE = /^[a-z0-9-]{3,40}$/;

/** Returns the form in which the code of a link is stored. */
export const linkCodeKey = (code: string): string => code.toLowerCase();
