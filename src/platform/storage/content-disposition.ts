import { create } from 'content-disposition';

/** Has a browser save the answer under this name (RFC 6266): a name that is not Latin in UTF-8 too. */
export const attachment = (filename: string): string => create(filename.toWellFormed());
