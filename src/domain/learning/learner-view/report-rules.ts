import type { Shape } from '../../kernel/contract.ts';
import { Faults } from '../../kernel/errors.ts';
import { packageOf } from '../../studio/packages/packages.ts';

type Report = Shape<'LessonProgressWrite'>;
type Event = Report['event'];
type Member = Exclude<keyof Report, 'event' | 'seconds_spent'>;

const EVENTS: Record<Event, { of: Shape<'Lesson'>['content_type'] | null; members: readonly Member[]; required?: Member; needsContent?: true }> = {
  opened: { of: null, members: [] },
  read: { of: 'lesson', members: [] },
  watched: { of: 'video', members: ['watched_ranges', 'position_seconds', 'duration_seconds'] },
  quiz_started: { of: 'quiz', members: [], needsContent: true },
  quiz_answered: { of: 'quiz', members: ['attempt_id', 'answers'], required: 'attempt_id' },
  quiz_submitted: { of: 'quiz', members: ['attempt_id', 'answers'], required: 'attempt_id' },
  assignment_submitted: { of: 'assignment', members: ['submission'], required: 'submission', needsContent: true },
  scorm: { of: 'embed', members: ['package'], required: 'package', needsContent: true },
};

/**
 * Checks that the report fits the lesson, contains what its event needs and contains nothing that belongs to another event.
 * @throws ValidationError listing every fault
 */
export function checkReport({ content_type, content }: Pick<Shape<'Lesson'>, 'content_type' | 'content'>, report: Report): void {
  const faults = new Faults();
  const { of, members, required, needsContent = false } = EVENTS[report.event];
  if (of !== null && of !== content_type) faults.add('event', 'not_allowed', `Only allowed for lessons of the content type ${of}.`);
  else if (needsContent && content === null) faults.add('event', 'not_allowed', 'The lesson has no content yet.');
  else if (report.event === 'scorm' && !packageOf(content)) faults.add('event', 'not_allowed', 'The lesson does not contain a package.');
  for (const [name, value] of Object.entries(report)) {
    const isSent = value !== undefined && !(Array.isArray(value) && value.length === 0);
    if (isSent && name !== 'event' && name !== 'seconds_spent' && !members.includes(name as Member)) {
      faults.add(name, 'not_allowed', `Not allowed with the event ${report.event}.`);
    }
  }
  if (required && report[required] === undefined) faults.add(required, 'required', `Required with the event ${report.event}.`);
  report.watched_ranges.forEach(({ from, to }, index) => {
    if (to < from) faults.add(`watched_ranges.${index}.to`, 'before_from', 'Must not be less than from.');
  });
  faults.check();
}
