/** Returns a path as a percent-encoded address. */
export const addressOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
