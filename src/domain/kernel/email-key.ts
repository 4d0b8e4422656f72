/**
 * Returns the form of an email address that is used for finding, distinguishing and limiting accounts: `users.email_key`. Two spellings that differ only in
 * case or in Unicode normalisation have the same key, in every locale. RFC 5321, section 2.4, lets a mail server distinguish the case of the part before the
 * `@`, but none in use does, and people type it either way.
 */
export const emailKey = (address: string): string => address.normalize('NFC').toLowerCase();
