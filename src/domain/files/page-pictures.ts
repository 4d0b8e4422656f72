import { newId } from '../kernel/ids.ts';

/** A new key for the picture of a page of a submitted file. */
export const newPictureKey = (organisationId: string): string => `pages/${organisationId}/${newId()}`;
