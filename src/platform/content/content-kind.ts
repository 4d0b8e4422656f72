import { buffer } from 'node:stream/consumers';
import { fileTypeFromBlob } from 'file-type';
import type { Storage } from '../storage/storage.ts';

const BLOCK_BYTES = 64 * 1024;
/** Reads that one look may take: a file can be made to be looked at for ever. */
const MOST_BLOCKS = 256;

/** A stored file as the reader of kinds wants it: any part of it, without the rest. */
class StoredBlob {
  readonly type = '';
  readonly size: number;
  readonly #readBlock: (number: number) => Promise<Buffer>;
  readonly #start: number;

  constructor(readBlock: (number: number) => Promise<Buffer>, start: number, end: number) {
    this.#readBlock = readBlock;
    this.#start = start;
    this.size = end - start;
  }

  slice(start: number, end: number): StoredBlob {
    return new StoredBlob(this.#readBlock, this.#start + start, this.#start + Math.min(end, this.size));
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = Buffer.alloc(this.size);
    for (let filled = 0; filled < this.size; ) {
      const at = this.#start + filled;
      const block = await this.#readBlock(Math.floor(at / BLOCK_BYTES));
      const copied = block.copy(bytes, filled, at % BLOCK_BYTES);
      if (copied === 0) throw new Error('the file ended early');
      filled += copied;
    }
    return bytes.buffer;
  }
}

/** The media type that the bytes of a stored file show, as `file-type` names it; undefined where they show none, as those of text. */
export async function kindOf(storage: Storage, key: string, size: number): Promise<string | undefined> {
  const blocks = new Map<number, Promise<Buffer>>();
  const readBlock = (number: number) => {
    let block = blocks.get(number);
    if (!block) {
      if (blocks.size >= MOST_BLOCKS) throw new TooManyReads();
      block = readPart(storage, key, number * BLOCK_BYTES, Math.min(size, (number + 1) * BLOCK_BYTES) - 1);
      blocks.set(number, block);
    }
    return block;
  };
  try {
    const found = await fileTypeFromBlob(new StoredBlob(readBlock, 0, size) as unknown as Blob, { maxBufferSize: BLOCK_BYTES });
    return found?.mime;
  } catch (error) {
    if (error instanceof TooManyReads) return undefined;
    throw error;
  }
}

class TooManyReads extends Error {}

async function readPart(storage: Storage, key: string, start: number, end: number): Promise<Buffer> {
  const found = await storage.open(key, { start, end });
  if (!found) throw new Error('the file is gone');
  return buffer(found.stream);
}

/** It is UTF-8 throughout, without a NUL. */
export async function isText(storage: Storage, key: string): Promise<boolean> {
  const found = await storage.open(key);
  if (!found) throw new Error('the file is gone');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decodes = (chunk?: Buffer) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  for await (const chunk of found.stream as AsyncIterable<Buffer>) if (chunk.includes(0) || !decodes(chunk)) return false;
  return decodes();
}
