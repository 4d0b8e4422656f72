import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Creates a folder and its parents if they do not exist. Node's own `recursive` never ends where no folder can be created, such as below /proc. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const folder = resolve(path);
  const failure = await makeOne(folder, mode);
  if (!failure) return;
  const above = dirname(folder);
  if (failure.code !== 'ENOENT' || above === folder) throw failure;
  await makeFolder(above, mode);
  const last = await makeOne(folder, mode);
  if (last) throw last;
}

/** Creates a folder, but not its parents. Returns the error that prevented this, or null, also if the folder exists already. */
async function makeOne(folder: string, mode?: number): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(folder, { mode });
    return null;
  } catch (error) {
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? null : (error as NodeJS.ErrnoException);
  }
}
