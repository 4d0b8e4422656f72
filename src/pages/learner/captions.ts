import type { Shape } from '../../domain/kernel/contract.ts';
import { NotFoundError } from '../../domain/kernel/errors.ts';
import type { Services } from '../../http/services.ts';
import { UnreachableError } from '../../platform/fetch/public-request.ts';
import type { PageRoute } from '../visit.ts';
import { readOutline } from './learning.ts';
import { asWebVtt } from './lessons/captions.ts';
import { lessonPath } from './lessons/kind.ts';

const MOST_BYTES = 1024 * 1024;
const TIMEOUT_MS = 5000;
const SECONDS = 3600;

/** Serves the captions of a video from this site, as WebVTT: browsers accept neither other sites nor other formats. */
export const lessonCaptions: PageRoute = {
  path: '/learn/:course/:lesson/captions/:number',
  async show(visit) {
    const { call, path, services } = visit;
    const { lessons, course } = await readOutline(visit);
    const row = lessons.find(({ id }) => id === path.lesson);
    if (!row) throw new NotFoundError();
    const { content } = await call('getLesson', { path: lessonPath({ ...row, course_id: course.id }) });
    const { captions = [] } = (content ?? {}) as Partial<Shape<'HostedVideo'>>;
    const found = /^\d{1,2}$/.test(path.number ?? '') ? captions[Number(path.number)] : undefined;
    if (!found) throw new NotFoundError();
    const text = await readCaptions(services, found.url);
    if (text === null) throw new NotFoundError();
    return { text, type: 'text/vtt', seconds: SECONDS };
  },
};

/** Returns the captions, or null if the other site does not respond with any. */
async function readCaptions({ ports: { publicFetch } }: Services, url: string): Promise<string | null> {
  try {
    return asWebVtt(await publicFetch(url, { maxBytes: MOST_BYTES, timeoutMs: TIMEOUT_MS, accept: 'text/vtt, text/plain, application/x-subrip' }));
  } catch (error) {
    if (error instanceof UnreachableError) return null;
    throw error;
  }
}
