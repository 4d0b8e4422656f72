import { letRequestsGoFirst, threadIds } from '../threads/priority.ts';

export type SharpModule = typeof import('sharp').default;

const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

/** Number of pictures that are processed at the same time: as many as libuv has threads. */
const AT_ONCE = Number(process.env.UV_THREADPOOL_SIZE) || 4;
/** Threads for each picture: one that computes, and those that write its output. With fewer than three, pictures would wait for each other forever. */
const THREADS_EACH = 4;

let loaded: Promise<SharpModule> | undefined;

/**
 * Loads sharp when first needed, because most processes never handle an image. Only PNG, JPEG, WebP and raw pixels can be read: other readers, such as
 * the one for SVG, load more than the file itself. Requests have priority over the threads of libvips, which does the work.
 */
export const loadSharp = (): Promise<SharpModule> => (loaded ??= load());

async function load(): Promise<SharpModule> {
  // This makes libvips start all its threads now. Otherwise it would start them when needed, with the priority of the thread that needs them.
  process.env.VIPS_MAX_THREADS ??= String(AT_ONCE * THREADS_EACH);
  const others = new Set(await threadIds());
  const { default: sharp } = await import('sharp');
  letRequestsGoFirst((await threadIds()).filter((id) => !others.has(id)));
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  // A cache would be useless, because no picture is processed twice.
  sharp.cache(false);
  return sharp;
}
