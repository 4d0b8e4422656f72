import type { Shape } from '../../src/domain/kernel/contract.ts';
import type { TestApp } from './app.ts';
import { expectStatus } from './browser.ts';
import { type Enrolled, newEnrolled } from './learner.ts';
import type { School } from './school.ts';

type Slot = Shape<'MeetingSlot'>;

const MINUTE_MS = 60_000;

/** A published course whose attendance is tested. */
export interface AttendedCourse {
  courseId: string;
  /** The path of the attendance, relative to `/api/v1/`. */
  path: string;
  enrolled(): Promise<Enrolled>;
  settings(body?: object): Promise<Shape<'AttendanceSettings'>>;
  /** Replaces the meeting times. The type is that of the first two slots, which most tests name. */
  meet(...slots: object[]): Promise<[Slot, Slot, ...Slot[]]>;
  /** What a PUT of a record answers. */
  mark(learner: { enrollmentId: string }, date: string, body: object): ReturnType<School['browser']['call']>;
  /** The records that a PUT answers, which must succeed. */
  marked(learner: { enrollmentId: string }, date: string, body: object): Promise<Shape<'AttendanceRecord'>[]>;
  grid(query?: string): Promise<Shape<'Attendance'>>;
}

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Lets time pass until a morning, unless the day has many hours left: what meets soon meets today. */
export function awaitMorning(app: TestApp): void {
  const ofDay = app.clock.now() % DAY_MS;
  if (ofDay < 6 * HOUR_MS || ofDay > 14 * HOUR_MS) app.clock.advance((DAY_MS + 8 * HOUR_MS - ofDay) % DAY_MS);
}

/** Creates a course with attendance, in the morning (UTC). */
export async function newAttendedCourse(app: TestApp, school: School, fields: object = {}): Promise<AttendedCourse> {
  awaitMorning(app);
  const { id } = await school.newCourse({ status: 'published', timezone: 'UTC', ...fields });
  return attendanceOf(app, school, id);
}

/** The attendance of a course that exists. */
export function attendanceOf(app: TestApp, school: School, courseId: string): AttendedCourse {
  const path = `courses/${courseId}/attendance/`;
  const { browser } = school;
  const mark: AttendedCourse['mark'] = ({ enrollmentId }, date, body) => browser.call('put', `${path}records/${enrollmentId}/${date}/`, body);
  return {
    courseId,
    path,
    enrolled: () => newEnrolled(app, school, courseId),
    settings: async (body = {}) => (await expectStatus(200, browser.call('put', `${path}settings/`, { is_enabled: true, ...body }))).body,
    meet: async (...slots) => (await expectStatus(200, browser.call('put', `${path}meeting-times/`, { slots }))).body.slots,
    mark,
    marked: async (learner, date, body) => (await expectStatus(200, mark(learner, date, body))).body.records,
    grid: async (query = '') => (await expectStatus(200, browser.call('get', `${path}${query}`))).body,
  };
}

/** Returns a slot, in UTC, that meets once: in so many minutes from now. */
export function soon(app: TestApp, inMinutes = 60, minutes = 90): { first_date: string; start_time: string; end_time: string } {
  const start = new Date(app.clock.now() + inMinutes * MINUTE_MS).toISOString();
  const end = new Date(app.clock.now() + (inMinutes + minutes) * MINUTE_MS).toISOString();
  return { first_date: start.slice(0, 10), start_time: start.slice(11, 16), end_time: end.slice(11, 16) };
}

/** Lets so many minutes pass. */
export const wait = (app: TestApp, minutes: number): void => app.clock.advance(minutes * MINUTE_MS);
