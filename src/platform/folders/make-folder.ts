import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes a folder and those that it is in, if they do not exist. Node's own `recursive` never ends where nothing can be made, such as below /proc. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const folder = resolve(path);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (await isFolder(folder)) return;
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder || (await isFolder(above))) throw error;
    await makeFolder(above, mode);
    await makeFolder(folder, mode);
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
