import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

export interface ZipEntry {
  name: string;
  content: Buffer | string;
  mode?: number;
  compress?: boolean;
}

/** Makes a ZIP archive of these entries. */
export function zipOf(entries: readonly ZipEntry[]): Promise<Buffer> {
  const file = new yazl.ZipFile();
  for (const { name, content, mode = 0o100664, compress = true } of entries) file.addBuffer(Buffer.from(content), name, { mode, compress });
  file.end();
  return buffer(file.outputStream as unknown as AsyncIterable<Buffer> as never);
}
