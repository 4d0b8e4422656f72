/** A file from a form, held entirely in memory, because operations limit its size. Neither its name nor its declared type says what it really is. */
export interface UploadedFile {
  filename: string;
  bytes: Buffer;
}
