import { readFile } from 'node:fs/promises';
import { Failure } from './command.ts';

/** Returns the text of a file that the user has named. @throws Failure if it cannot be read */
export const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(error.code === 'ENOENT' ? `${file} does not exist` : `${file} cannot be read (${error.code})`);
  });

/** @throws Failure if the text of the file is not JSON */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Failure(`${file} is not JSON (${(error as SyntaxError).message.replaceAll(/\s+/g, ' ')})`);
  }
}
