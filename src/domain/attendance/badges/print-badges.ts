import { timeOf } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { qrCode } from '../../../platform/typeset/qr-code.ts';
import { recordChange } from '../../kernel/audit/record.ts';
import type { Caller } from '../../kernel/caller.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import { requireIds } from '../../kernel/ids.ts';
import { onPage } from '../../kernel/pages.ts';
import type { Tools } from '../../kernel/tools.ts';
import { matchingLearners } from '../../learning/enrollments/list-learners.ts';
import { liveCourses } from '../../studio/courses/columns.ts';
import type { BadgeFilter } from './manage-badges.ts';

/** The page layout: ten cards in two columns. */
const TEMPLATE = `
#set page(paper: "a4", margin: 12mm)
#grid(columns: (1fr, 1fr), column-gutter: 6mm, row-gutter: 4mm, ..inputs.badges.map(badge =>
  block(width: 100%, height: 51mm, stroke: 0.4pt + gray, radius: 2mm, inset: 4mm, breakable: false,
    grid(columns: (42mm, 1fr), column-gutter: 3mm, align: horizon,
      if badge.picture == none { none } else { image(badge.picture, width: 42mm, alt: badge.name) },
      stack(spacing: 3mm, fit(34mm, 14pt, 8pt, badge.name), block(width: 34mm, text(size: 8pt, inputs.organisation)))))))
`;

/**
 * Typesets the badges of learners, by name, and records in the audit log that they were read. Learners without a badge are left out. If a badge's code can no
 * longer be opened, the card is printed without it, which shows staff that the badge must be reissued.
 * @throws NotFoundError when there is no such course
 */
export async function printBadges(
  { db, clock, keyring, typesetter }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring' | 'typesetter'>,
  caller: Caller,
  courseId: string,
  { search, cohort_id, ...paging }: BadgeFilter,
): Promise<Buffer> {
  const { organisationId } = caller;
  const now = timeOf(clock);
  const { organisation, badges } = await inTransaction(db, async (trx) => {
    requireIds(courseId);
    const found = await liveCourses(trx, organisationId)
      .innerJoin('organisations', 'organisations.id', 'courses.organisation_id')
      .where('courses.id', '=', courseId)
      .select(['organisations.name', 'organisations.language'])
      .executeTakeFirstOrThrow(() => new NotFoundError());
    const rows = await matchingLearners(trx, organisationId, courseId, now, { search, cohort_id })
      .innerJoin('users', 'users.id', 'enrollments.user_id')
      .innerJoin('attendance_badges as badge', (join) =>
        join
          .onRef('badge.organisation_id', '=', 'enrollments.organisation_id')
          .onRef('badge.user_id', '=', 'enrollments.user_id')
          .on('badge.revoked_at', 'is', null),
      )
      .select(['users.name', 'badge.sealed_token'])
      .orderBy('enrollments.learner_name')
      .orderBy('enrollments.id')
      .$call(onPage(paging))
      .execute();
    await recordChange(trx, caller, { action: 'attendance_badges.printed', objectId: courseId, before: null, after: { badges: rows.length } });
    return { organisation: found, badges: rows };
  });
  const cards = badges.map(({ name, sealed_token }, index) => ({ name, picture: `badge-${index}`, token: keyring.openIfKnown(sealed_token) }));
  return typesetter.pdf({
    template: TEMPLATE,
    inputs: { organisation: organisation.name, badges: cards.map(({ name, picture, token }) => ({ name, picture: token && picture })) },
    pictures: Object.fromEntries(cards.flatMap(({ picture, token }) => (token ? [[picture, qrCode(token.toString())]] : []))),
    title: organisation.name,
    language: organisation.language,
    date: now,
  });
}
