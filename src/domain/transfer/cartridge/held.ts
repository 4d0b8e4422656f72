import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_CONFIG } from '../../assessment/gradebook/columns.ts';
import { DEFAULT_RULES as DEFAULT_GRADEBOOK } from '../../assessment/gradebook/rules.ts';
import { DEFAULT_RULES as DEFAULT_ATTENDANCE } from '../../attendance/meetings/settings.ts';
import { DEFAULT_SETTINGS as DEFAULT_CERTIFICATES } from '../../certificates/settings/settings.ts';
import { keptPolicy } from '../../commerce/refunds/policy.ts';
import { rulesOf } from '../../community/discussions/settings.ts';
import type { Shape } from '../../kernel/contract.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { Faults } from '../../kernel/errors.ts';
import { NO_TEACHER } from '../../studio/landing/teacher.ts';
import { checkContent } from '../../studio/lesson-content/check-content.ts';
import { hasTags } from '../course-imports/formats/cartridge/html.ts';

type Archive = Shape<'CourseArchive'>;
type Lesson = Shape<'CourseArchiveLesson'>;

const SETTINGS = ['gradebook', 'discussions', 'certificates', 'attendance', 'refund_policy', 'teacher'] as const;

/** Fields of the content that a cartridge holds. */
const HELD: Readonly<Record<Lesson['content_type'], readonly string[]>> = {
  lesson: ['format', 'body'],
  quiz: ['questions', 'instructions', 'max_attempts', 'time_limit_minutes'],
  assignment: ['instructions', 'submission_kinds', 'points'],
  video: ['source', 'url', 'media_id'],
  document: ['source', 'url', 'document_id'],
  embed: ['source', 'url'],
};

/** A quiz of a cartridge has no pass mark. */
const WITHOUT_PASS_MARK = { passing_score_percent: 0 };

/** Returns the fields of a lesson whose values have no place in a cartridge. */
export function lostOfLesson({ content_type, content, is_published, is_free_preview, grading, ...when }: Lesson): string[] {
  const usual = grading && { ...DEFAULT_CONFIG, anonymous_grading: false, is_graded: content_type === 'assignment' ? grading.is_graded : true };
  return [
    ...(is_published ? [] : ['is_published']),
    ...(is_free_preview ? ['is_free_preview'] : []),
    ...(['opens_day_offset', 'opens_time', 'closes_day_offset', 'closes_time', 'view_window_minutes'] as const).filter((name) => when[name] !== null),
    ...(isDeepStrictEqual({ ...grading }, { ...usual }) ? [] : ['grading']),
    ...lostOfContent(content_type, content),
  ];
}

function lostOfContent(type: Lesson['content_type'], content: Lesson['content']): string[] {
  if (content === null) return [];
  const held = Object.fromEntries(Object.entries(content).filter(([name]) => HELD[type].includes(name)));
  const usual = checkContent(type, { ...held, ...(type === 'quiz' ? WITHOUT_PASS_MARK : {}) } as Lesson['content'], new Faults());
  return Object.entries(content).flatMap(([name, value]) =>
    HELD[type].includes(name) || isDeepStrictEqual(value, (usual as Record<string, unknown>)[name]) ? [] : [name],
  );
}

const CHAPTER = ['requires_previous_chapter', 'sequential_lessons'] as const;

export const lostOfChapter = (chapter: Archive['chapters'][number]): string[] => [
  ...(chapter.is_published ? [] : ['is_published']),
  ...CHAPTER.filter((name) => chapter[name]),
];

const HELD_OF_COURSE = ['title', 'language', 'description'];

/** The values of a course for which staff have decided nothing. */
const USUAL_COURSE: Partial<Archive['course']> = { ...contractInput('CourseWrite', { title: '-' }), price: null };
const USUAL_SETTINGS: Readonly<Record<(typeof SETTINGS)[number], object>> = {
  gradebook: { ...DEFAULT_GRADEBOOK, categories: [] },
  discussions: rulesOf(null),
  certificates: DEFAULT_CERTIFICATES,
  attendance: DEFAULT_ATTENDANCE,
  refund_policy: keptPolicy(null),
  teacher: NO_TEACHER,
};

/**
 * Returns the fields of the course itself, and its settings, that other systems would have to guess.
 * @param timeZone time zone of new courses
 */
export function lostOfCourse({ course, ...archive }: Archive, timeZone: string): string[] {
  const usual: Partial<Archive['course']> = { ...USUAL_COURSE, timezone: timeZone };
  const isLost = (name: keyof Archive['course']) => !HELD_OF_COURSE.includes(name) && !isDeepStrictEqual(course[name], usual[name]);
  return [
    ...(isText(course.description) ? [] : ['description']),
    ...(Object.keys(course) as (keyof Archive['course'])[]).filter(isLost),
    ...SETTINGS.filter((name) => !isDeepStrictEqual(archive[name] ?? USUAL_SETTINGS[name], USUAL_SETTINGS[name])),
  ];
}

/** Returns whether a description is a plain text. Other systems take tags for HTML and do not support descriptions with parts. */
const isText = (description: unknown): boolean => description === null || (typeof description === 'string' && !hasTags(description));
