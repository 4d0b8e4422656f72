import type { Readable } from 'node:stream';

/** A file as the body of a response. `name` is the name under which browsers save it. `bytes` is its size, if known. */
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
