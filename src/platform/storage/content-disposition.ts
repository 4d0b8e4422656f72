import { create } from 'content-disposition';

/** Makes a browser save the response under this name (RFC 6266). A non-Latin name is also sent in UTF-8. */
export const attachment = (filename: string): string => create(filename.toWellFormed());
