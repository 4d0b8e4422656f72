/** A file of a form, whole in memory: operations bound its size. Neither its name nor the type it claims tells what it is. */
export interface UploadedFile {
  filename: string;
  bytes: Buffer;
}
