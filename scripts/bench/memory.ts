import { readFile } from 'node:fs/promises';
import type { ServerName } from './load.ts';

/** The memory that a server occupies after all rounds. */
export interface MemoryRow {
  name: ServerName;
  /** Null if there is no /proc. */
  megabytes: number | null;
}

const KIBIBYTE = 1024;

/** Returns the resident memory of a process, in millions of bytes. */
export const residentMegabytes = (pid: number): Promise<number | null> => readMegabytes(pid, 'VmRSS');

/** Returns the most memory that a process has occupied so far. */
export const peakMegabytes = (pid: number): Promise<number | null> => readMegabytes(pid, 'VmHWM');

async function readMegabytes(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return kibibytes === undefined ? null : (Number(kibibytes) * KIBIBYTE) / 1e6;
}
