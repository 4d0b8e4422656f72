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

const UTF8_FLAG = 0x800;

/** Takes the flag from all entries of an archive that says that their names are UTF-8, as archives of many other programs are without it. */
export function withoutUtf8Flag(archive: Buffer): Buffer {
  const changed = Buffer.from(archive);
  for (const [header, place] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    for (let at = changed.indexOf(header, 0, 'latin1'); at >= 0; at = changed.indexOf(header, at + 1, 'latin1'))
      changed.writeUInt16LE(changed.readUInt16LE(at + place) & ~UTF8_FLAG, at + place);
  return changed;
}

/** Writes another name of the same length, in Latin-1, wherever an archive has the first one. */
export const renamed = (archive: Buffer, name: string, other: string): Buffer =>
  Buffer.from(
    archive.toString('latin1').replaceAll(name, () => other),
    'latin1',
  );
