import type { Readable } from 'node:stream';

/** A file as the body of an answer. `name` is what a browser saves it as; `bytes` its size, where it is known. */
export class FileReply {
  readonly type: string;
  readonly name: string;
  readonly content: Readable | Buffer;
  readonly bytes: number | undefined;

  constructor(type: string, name: string, content: Readable | Buffer, bytes?: number) {
    this.type = type;
    this.name = name;
    this.content = content;
    this.bytes = Buffer.isBuffer(content) ? content.length : bytes;
  }
}
