import { timeOf } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import { ValidationError } from '../../kernel/errors.ts';
import type { Tools } from '../../kernel/tools.ts';
import { requireCourse } from '../../studio/courses/require-course.ts';
import { contentsFor, readCourseContents } from '../records/contents.ts';
import { pageUrl, shownSerial } from '../records/issued.ts';
import { keepLogo, readLogo } from '../records/logos.ts';
import { readSettings, settingsFrom } from '../settings/settings.ts';
import { printCertificate } from './print.ts';

const SAMPLE = { name: 'Zoë Müller-Çelik', serial: '2345678923456789', cohortName: null, grade: '92.5 %', attendedMinutes: 40 * 60 };

/**
 * Prints what a certificate would look like.
 * @throws NotFoundError when there is no such course
 * @throws ValidationError unprintable
 */
export async function previewCertificate(
  tools: Pick<Tools<Database>, 'db' | 'clock' | 'storage' | 'typesetter' | 'base'>,
  { organisationId }: Caller,
  courseId: string,
  { settings: draft, name = SAMPLE.name }: Shape<'CertificatePreview'>,
): Promise<Buffer> {
  const { db, clock, typesetter, base } = tools;
  await requireCourse(db, organisationId, courseId);
  const course = { organisationId, courseId };
  const letters = await typesetter.missingLetters(name);
  if (letters.length > 0)
    throw new ValidationError([{ field: 'name', code: 'unprintable', message: `These characters cannot be printed: ${letters.slice(0, 20).join(' ')}` }]);
  const settings = draft ? settingsFrom(draft) : await readSettings(db, course);
  const now = timeOf(clock);
  const contents = await readCourseContents(db, course, settings, base, now);
  const logoKey = await keepLogo(tools, organisationId, contents.logoKey);
  return printCertificate(tools, {
    contents: contentsFor(contents, settings, { ...SAMPLE, completedOn: contents.issued_on }),
    name,
    serial: shownSerial(SAMPLE.serial),
    page: pageUrl(contents.address, SAMPLE.serial),
    logo: await readLogo(tools, organisationId, logoKey),
    date: now,
  });
}
