import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { localDay, momentOf } from '../../kernel/moments.ts';
import { readSite } from '../../organisations/organisations/site.ts';
import type { CourseKey, Settings } from '../settings/settings.ts';

/** Everything that a certificate says and how it looks, as it was at its issue. It is stored once and never changes. The name is stored beside it. */
export interface Contents {
  course_title: string;
  organisation_name: string;
  cohort_name: string | null;
  hours: number | null;
  grade: string | null;
  /** YYYY-MM-DD, in the course's time zone. */
  completed_on: string;
  issued_on: string;
  expires_on: string | null;
  language: string;
  /** The URL of the organisation's pages, without a trailing slash. */
  address: string;
  title: string | null;
  color: string;
  design: Settings['design'];
  paper: Settings['paper'];
  orientation: Settings['orientation'];
  signature_name: string | null;
  signature_title: string | null;
}

/** The contents shared by all certificates of a course that are issued now. */
export interface CourseContents extends Omit<Contents, 'cohort_name' | 'grade' | 'completed_on' | 'hours'> {
  /** The estimated duration of the course. */
  statedMinutes: number | null;
  timezone: string;
  logoKey: string | null;
  /** RFC 3339; null if they do not expire. */
  expiresAt: string | null;
}

const DEFAULT_COLOR = '#1f4f8f';

/**
 * Reads the contents of the certificates of a course that are issued now.
 * @param now RFC 3339
 * @throws NotFoundError when there is no such course
 */
export async function readCourseContents(
  db: Executor,
  { organisationId, courseId }: CourseKey,
  settings: Settings,
  base: string,
  now: string,
): Promise<CourseContents> {
  const [site, course] = await Promise.all([
    readSite(db, organisationId, base),
    db
      .selectFrom('courses')
      .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
      .select(['courses.title', 'courses.language', 'courses.timezone', 'courses.estimated_duration_minutes', 'organisations.name', 'organisations.logo_key'])
      .where('courses.organisation_id', '=', organisationId)
      .where('courses.id', '=', courseId)
      .where('courses.deleted_at', 'is', null)
      .executeTakeFirst(),
  ]);
  if (!site || !course) throw new NotFoundError();
  const issuedOn = localDay(course.timezone, now);
  const expiresOn = settings.validity_months === null ? null : monthsLater(issuedOn, settings.validity_months);
  return {
    course_title: course.title,
    organisation_name: course.name,
    issued_on: issuedOn,
    expires_on: expiresOn,
    language: course.language,
    address: site.address,
    title: settings.title,
    color: settings.color ?? site.color ?? DEFAULT_COLOR,
    design: settings.design,
    paper: settings.paper,
    orientation: settings.orientation,
    signature_name: settings.signature_name,
    signature_title: settings.signature_title,
    statedMinutes: course.estimated_duration_minutes,
    timezone: course.timezone,
    logoKey: course.logo_key,
    expiresAt: expiresOn && lastSecondOf(course.timezone, expiresOn),
  };
}

/** Adds what the learner earned. */
export function contentsFor(
  { statedMinutes, timezone: _, logoKey: __, expiresAt: ___, ...course }: CourseContents,
  settings: Pick<Settings, 'shows_grade' | 'hours'>,
  learner: { cohortName: string | null; grade: string | null; attendedMinutes: number; completedOn: string },
): Contents {
  return {
    ...course,
    cohort_name: learner.cohortName,
    hours: wholeHours({ none: null, stated: statedMinutes, attended: learner.attendedMinutes }[settings.hours]),
    grade: settings.shows_grade ? learner.grade : null,
    completed_on: learner.completedOn,
  };
}

/** Rounds to hours, at least one. Returns null if there is no time to show. */
const wholeHours = (minutes: number | null): number | null => (minutes ? Math.max(1, Math.round(minutes / 60)) : null);

/** Returns the same day of a later month, or its last day if it has fewer days. */
function monthsLater(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Returns 23:59:59 of a day. */
const lastSecondOf = (timezone: string, day: string): string => new Date(Date.parse(momentOf(timezone, day, 1, null)) - 1000).toISOString();

export type Verified = Shape<'VerifiedCertificate'>;
