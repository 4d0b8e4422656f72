import { letRequestsGoFirst, threadIds } from '../threads/priority.ts';

export type SharpModule = typeof import('sharp').default;

const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'];

/** Pictures that are processed at the same time: as many as libuv has threads. */
const AT_ONCE = Number(process.env.UV_THREADPOOL_SIZE) || 4;
/** One that computes, and those that write behind it. With fewer than three for each picture, pictures would wait for each other for ever. */
const THREADS_EACH = 4;

let loaded: Promise<SharpModule> | undefined;

/**
 * Loads sharp when first needed, because most processes never handle an image. Only PNG, JPEG, WebP and bare points can be read: other readers, such as
 * the one for SVG, load more than the file itself. Requests go before the threads of libvips, which does the work.
 */
export const loadSharp = (): Promise<SharpModule> => (loaded ??= load());

async function load(): Promise<SharpModule> {
  // So it starts all its threads now. Otherwise it would start them when needed, with the priority of the thread that needs them.
  process.env.VIPS_MAX_THREADS ??= String(AT_ONCE * THREADS_EACH);
  const others = new Set(await threadIds());
  const { default: sharp } = await import('sharp');
  letRequestsGoFirst((await threadIds()).filter((id) => !others.has(id)));
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  // No picture is processed twice.
  sharp.cache(false);
  return sharp;
}
