/** A path as an address. */
export const addressOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
