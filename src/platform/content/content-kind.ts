import { type IRangeRequestClient, tokenizer } from '@tokenizer/range';
import { fileTypeFromTokenizer } from 'file-type';
import type { Storage } from '../storage/storage.ts';
import { wholeOf } from './whole.ts';

const BLOCK_BYTES = 64 * 1024;
/** Most bytes read to detect the type of one file, because a crafted file could make the detection read forever. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Detects the media type of a stored file from its bytes, as `file-type` names it. Undefined if the bytes reveal no type, as with text. */
export async function kindOf(storage: Storage, key: string, size: number): Promise<string | undefined> {
  const info = { size, acceptPartialRequests: true };
  let read = 0;
  const file: IRangeRequestClient = {
    getHeadInfo: async () => info,
    getResponse: async (_method, [start, end] = [0, 0]) => {
      read += end - start + 1;
      if (read > MOST_BYTES) throw new TooManyBytes();
      return { ...info, arrayBuffer: () => readPart(storage, key, start, end) };
    },
    abort: () => {},
  };
  try {
    const found = await fileTypeFromTokenizer(await tokenizer(file, { minimumChunkSize: BLOCK_BYTES }), { maxBufferSize: BLOCK_BYTES });
    return found?.mime;
  } catch (error) {
    if (error instanceof TooManyBytes) return undefined;
    throw error;
  }
}

class TooManyBytes extends Error {}

async function readPart(storage: Storage, key: string, start: number, end: number): Promise<Buffer> {
  const found = await storage.open(key, { start, end });
  if (!found) throw new Error('the file is gone');
  return wholeOf(found.stream);
}

/** Whether the whole file is UTF-8 without NUL. */
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
