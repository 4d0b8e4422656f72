import { newId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import type { Seed } from './seed.ts';

export const CONNECTIONS = 32;

/** What each connection does in a loop: the same GET, or changes to a lesson of its own with the token of the answer before. */
export type Load = { kind: 'get'; path: string } | { kind: 'patch'; lessons: PatchedLesson[] };

export interface PatchedLesson {
  path: string;
  updatedAt: string;
}

export interface LoadOrder {
  url: string;
  secret: string;
  seconds: number;
  load: Load;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  p99Ms: number;
  statuses: Record<string, number>;
  errors: number;
}

export interface Workload {
  name: string;
  /** The only status that its answers may have. */
  status: number;
  load(seed: Seed, db: Database): Promise<Load>;
}

const COURSES = '/api/v1/agent/courses/';

const get = (path: string): Load => ({ kind: 'get', path });

export const WORKLOADS = [
  { name: 'get course', status: 200, load: async ({ courseId }) => get(`${COURSES}${courseId}/`) },
  { name: 'list 50 courses', status: 200, load: async () => get(COURSES) },
  { name: 'patch lesson', status: 200, load: async (seed, db) => ({ kind: 'patch', lessons: await currentLessons(seed, db) }) },
  { name: '404 no such course', status: 404, load: async () => get(`${COURSES}${newId()}/`) },
  { name: '404 no such path', status: 404, load: async ({ courseId }) => get(`${COURSES}${courseId}/nothing/`) },
] as const satisfies Workload[];

export type WorkloadName = (typeof WORKLOADS)[number]['name'];

async function currentLessons({ organisationId, lessons }: Seed, db: Database): Promise<PatchedLesson[]> {
  const rows = await db.selectFrom('lessons').select(['id', 'updated_at']).where('organisation_id', '=', organisationId).execute();
  const updatedAt = new Map(rows.map((row) => [row.id, row.updated_at]));
  return lessons
    .slice(0, CONNECTIONS)
    .map(({ courseId, chapterId, id }) => ({ path: `${COURSES}${courseId}/chapters/${chapterId}/lessons/${id}/`, updatedAt: updatedAt.get(id) ?? '' }));
}
