/** Spaces that are replaced with the ASCII space, which is one of them (RFC 8265, section 4.2.2). */
const SPACES = /\p{Zs}/gu;

/** Characters that no keyboard types into a password field and other devices cannot reproduce: control characters, line and paragraph separators. */
const UNTYPEABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/**
 * Prepares a password for hashing and comparison with the OpaqueString profile of RFC 8265, so that it matches on devices that compose accents differently or
 * type other spaces. Case and surrounding spaces are significant.
 */
export const prepareOpaqueString = (text: string): string => text.replaceAll(SPACES, ' ').normalize('NFC');

/**
 * Whether a password may be set. The profile forbids more, such as the invisible selectors in emoji, which people do type. They are stored as they are, so that
 * no password is refused that was accepted before, except one with control characters.
 */
export const isOpaqueString = (text: string): boolean => text !== '' && !UNTYPEABLE.test(text);
