import type { Readable } from 'node:stream';

/** Reads a stream to its end. `buffer` of node:stream/consumers goes through a Blob, which keeps the event loop busy for 10 ms with a photo of 5 MB. */
export async function wholeOf(stream: Readable): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
