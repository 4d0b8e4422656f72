import { runLanes } from './lanes.ts';
import { CONNECTIONS, type LoadOrder, type LoadResult } from './load.ts';

const REPORT_SECONDS = 15;
const VIDEO_SECONDS = 3600;

/** Reports what was played, as a player does. Each connection reports for its own learners in turn, so that a learner's reports never overlap. */
export function watchVideo(path: string, cookies: string[], { url, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  const lanes = Array.from({ length: CONNECTIONS }, (_, lane) => ({ cookies: cookies.filter((_cookie, index) => index % CONNECTIONS === lane), reports: 0 }));
  return runLanes(lanes, seconds, async (lane, send) => {
    const cookie = lane.cookies[lane.reports % lane.cookies.length] ?? '';
    const from = (Math.floor(lane.reports++ / lane.cookies.length) * REPORT_SECONDS) % VIDEO_SECONDS;
    const to = from + REPORT_SECONDS;
    const { status } = await send(url + path, {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body: { event: 'watched', seconds_spent: REPORT_SECONDS, position_seconds: to, duration_seconds: VIDEO_SECONDS, watched_ranges: [{ from, to }] },
    });
    return status;
  });
}
