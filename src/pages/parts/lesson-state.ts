import type { Shape } from '../../domain/kernel/contract.ts';
import type { Visit } from '../visit.ts';

type Lesson = Pick<Shape<'CurriculumLesson'>, 'lock_reason' | 'opens_at' | 'closes_at'>;

const LOCKS = {
  not_enrolled: 'page.learn.lock.not_enrolled',
  not_yet_open: 'page.learn.lock.not_yet_open',
  closed: 'page.learn.lock.closed',
  view_window_over: 'page.learn.lock.view_window_over',
  previous_chapter: 'page.learn.lock.previous_chapter',
  previous_lesson: 'page.learn.lock.previous_lesson',
  expired: 'page.learn.lock.expired',
  unpublished: 'page.learn.lock.unpublished',
} as const;

export const TYPES = {
  lesson: 'page.learn.type.lesson',
  video: 'page.learn.type.video',
  document: 'page.learn.type.document',
  quiz: 'page.learn.type.quiz',
  assignment: 'page.learn.type.assignment',
  embed: 'page.learn.type.embed',
} as const;

export const STATES = {
  completed: 'page.learn.state.completed',
  in_progress: 'page.learn.state.in_progress',
  not_started: 'page.learn.state.not_started',
} as const;

/** Returns the reason why a lesson is locked, and since or until when, or null if it is open. */
export function lockText({ say }: Pick<Visit, 'say'>, { lock_reason, opens_at, closes_at }: Lesson): string | null {
  if (lock_reason === null) return null;
  if (lock_reason === 'not_yet_open' && opens_at !== null) return say('page.learn.lock.opens', { at: new Date(opens_at) });
  if (lock_reason === 'closed' && closes_at !== null) return say('page.learn.lock.closed_at', { at: new Date(closes_at) });
  return say(LOCKS[lock_reason]);
}
