import { openThreads } from '../threads/threads.ts';
import type { FaceReader } from './face-reader.ts';

/** A picture takes less than a second; loading the model takes some. */
const LONGEST_MS = 30_000;
/** Pictures that wait for longer are of no use at a door. */
const MOST_WAITING = 50;

const PACKAGES = ['@vladmandic/face-api/dist/face-api.node-wasm.js', '@tensorflow/tfjs', '@tensorflow/tfjs-backend-wasm'];

/**
 * Opens face-api, whose models come with its package. They are loaded with the first picture, and the work is done in threads.
 * @throws Error if the packages are not installed
 */
export function openFaceApi(): FaceReader {
  for (const name of PACKAGES) requireInstalled(name);
  const threads = openThreads<unknown, number[][]>('face_reader', new URL('./face-api-worker.ts', import.meta.url), {
    longestMs: LONGEST_MS,
    mostWaiting: MOST_WAITING,
  });
  return { model: 'face-api', version: '1.7', describe: (picture) => threads.run(picture), close: () => threads.close() };
}

function requireInstalled(name: string): void {
  try {
    import.meta.resolve(name);
  } catch (cause) {
    throw new Error(`FACE_MODEL=face-api needs the package of ${name}, which is installed for development only`, { cause });
  }
}
