/** Something that the person at the command line can act on; the message is one line. */
export class ImportError extends Error {}
