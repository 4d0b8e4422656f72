import { runLanes } from './lanes.ts';
import type { LoadOrder, LoadResult, PatchedLesson } from './load.ts';

/** Runs one lane per lesson, which changes the lesson repeatedly, with the token of the previous response. */
export function patchLessons(lessons: PatchedLesson[], { url, secrets, seconds }: Omit<LoadOrder, 'load'>): Promise<LoadResult> {
  const lanes = lessons.map(({ path, updatedAt }) => ({ address: url + path, token: updatedAt, changes: 0 }));
  let turn = 0;
  return runLanes(lanes, seconds, async (lane, send) => {
    const body = { updated_at: lane.token, title: `Change ${++lane.changes}` };
    const headers = { authorization: `Bearer ${secrets[turn++ % secrets.length]}` };
    const answer = await send(lane.address, { method: 'PATCH', headers, body });
    lane.token = (JSON.parse(answer.body) as { updated_at: string }).updated_at;
    return answer.status;
  });
}
