import type { Keyring } from '../../../platform/secrets/keyring.ts';

const PURPOSE = 'certificate-holder';

/** Returns the key in the holder's link, with which the public page shows a hidden name. It is always the same. */
export const holderKey = (keyring: Keyring, serial: string): string => keyring.sign(PURPOSE, Buffer.from(serial)).toString('base64url');

export const isHolderKey = (keyring: Keyring, serial: string, key: string): boolean =>
  keyring.isSigned(PURPOSE, Buffer.from(serial), Buffer.from(key, 'base64url'));
