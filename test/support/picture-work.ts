import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { loadSharp } from '../../src/platform/images/sharp.ts';
import { inThread } from '../../src/platform/threads/in-thread.ts';

export interface PictureWork {
  pictures: number;
  /** Threads of libvips. */
  threads: number;
  priorities: number[];
}

/** Makes fifty pictures at once, and looks at the threads that made them. */
export async function makePictures(): Promise<PictureWork> {
  const sharp = await loadSharp();
  const made = await Promise.all(
    Array.from({ length: 50 }, () =>
      sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
        .webp()
        .toBuffer(),
    ),
  );
  const tasks = '/proc/self/task';
  const names = await Promise.all((await readdir(tasks)).map(async (id) => ({ id: Number(id), name: await readFile(`${tasks}/${id}/comm`, 'utf8') })));
  const threads = names.filter(({ name }) => name.startsWith('libvips'));
  return {
    pictures: made.filter(({ length }) => length > 0).length,
    threads: threads.length,
    priorities: [...new Set(threads.map(({ id }) => getPriority(id)))],
  };
}

export default inThread<object, PictureWork>(makePictures);
