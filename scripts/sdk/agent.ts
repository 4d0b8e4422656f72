import { agentGroups } from '../../generated/agent-groups.ts';
import { agentCodes } from '../../generated/problem-codes.ts';
import { type BatchOperation, type BatchOptions, type BatchResult, batch } from './batches.ts';
import { type Calls, type ConnectOptions, connect, requireUrl } from './calls.ts';
import { type AgentPaths, PREFIXES, type Schemas } from './contract.ts';
import { type Grouped, grouped } from './groups.ts';
import { type LessonChange, type LessonPlace, pathOf, updateLesson } from './lessons.ts';
import { retryOf } from './retry.ts';

export interface Agent extends Calls<AgentPaths>, Grouped<AgentPaths, typeof agentGroups> {
  /** Changes a lesson, and applies the change again if somebody else has changed the lesson in the meantime. */
  updateLesson(
    lesson: LessonPlace | Schemas['Lesson'],
    change: LessonChange | ((lesson: Schemas['Lesson']) => LessonChange | null | Promise<LessonChange | null>),
  ): Promise<Schemas['Lesson']>;
  /** Carries out up to 100 operations in one request. In a `path`, `$` and the `name` of an earlier operation stand for the ID of its object. */
  batch(operations: readonly BatchOperation[], options?: BatchOptions): Promise<BatchResult[]>;
}

const LESSON = '/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/';

/**
 * Opens the surface for automation, with an API key.
 * @throws TypeError if there is no key, or no URL
 */
export function agent(key: string, options: ConnectOptions): Agent {
  requireUrl(options);
  if (!/^[!-~]+$/.test(key ?? '')) throw new TypeError('the key must be an API key, such as lms_...');
  const calls = connect<AgentPaths>(options, {
    prefix: PREFIXES.agent,
    headers: { Authorization: `Bearer ${key}` },
    takesKey: () => true,
    codes: agentCodes,
    send: options.fetch ?? ((request) => fetch(request, { credentials: 'omit' })),
  });
  const store = {
    read: (place: LessonPlace) => calls.get(LESSON, { params: { path: pathOf(place) } }),
    write: (place: LessonPlace, body: Schemas['PatchedLesson']) => calls.patch(LESSON, { params: { path: pathOf(place) }, body }),
  };
  return {
    ...calls,
    ...grouped(calls, agentGroups),
    updateLesson: (lesson, change) => updateLesson(store, lesson, change),
    batch: (operations, settings = {}) => batch(calls, operations, settings, retryOf(options.retry)),
  };
}
