/**
 * Returns the form of an email address by which accounts are found, told apart and limited: `users.email_key`. Two spellings that differ only in case
 * or in Unicode normalization have the same key, in every locale. RFC 5321, section 2.4, lets a mail server distinguish the case of the part before
 * the `@`, but none in use does, and people type it either way.
 */
export const emailKey = (address: string): string => address.normalize('NFC').toLowerCase();
