/** An error that the person at the command line can act on. The message is a single line. */
export class ImportError extends Error {}
