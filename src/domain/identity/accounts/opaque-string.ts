/** RFC 8265, section 4.2.2: they become the space of ASCII, which is one of them. */
const SPACES = /\p{Zs}/gu;

/** What no keyboard types into a password field, and other devices cannot repeat: control characters, line and paragraph separators. */
const UNTYPEABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Prepares a password for hashing and comparison by the profile OpaqueString of RFC 8265, so that it matches on devices that compose accents differently or
 * type other spaces. Case and the spaces around it matter.
 */
export const prepareOpaqueString = (text: string): string => text.replaceAll(SPACES, ' ').normalize('NFC');

/**
 * Whether a password may be set. The profile refuses more, such as the invisible selectors in emoji, which people do type; they are stored as they are, so
 * that no password is refused that was accepted before, other than one with control characters.
 */
export const isOpaqueString = (text: string): boolean => text !== '' && !UNTYPEABLE.test(text);
