import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { replaceSettings } from '../../certificates/settings/settings.ts';
import { addUser } from '../../identity/accounts/add-user.ts';
import { hashPassword } from '../../identity/accounts/password.ts';
import { issueKey } from '../../identity/api-keys/issue-key.ts';
import type { Caller } from '../../kernel/caller.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { enroll } from '../../learning/enrollments/enroll.ts';
import { addOrganisation } from '../../organisations/organisations/add-organisation.ts';
import { hasOrganisations } from '../../organisations/organisations/has-organisations.ts';
import { addCreators } from '../../organisations/organisations/learners.ts';
import { createChapter } from '../../studio/chapters/write-chapters.ts';
import { createCourse } from '../../studio/courses/create-course.ts';
import { createLesson } from '../../studio/lessons/write-lessons.ts';
import { DEMO_BUYERS, DEMO_COURSE, DEMO_LEARNERS, PRACTICE_COURSE, TIMED_COURSE } from './demo-course.ts';

const DAY_MS = 86_400_000;

export interface Demo {
  apiKey: string;
  /** ID of the demo's organisation, which may be renamed. Missing for the demo of an earlier release. */
  organisationId?: string;
  email: string;
  password: string;
  /** A learner's credentials. Missing for the demo of an earlier release. */
  learner?: { email: string; password: string };
  /** A creator's credentials. Missing for the demo of an earlier release. */
  creator?: { email: string; password: string };
}

/**
 * Fills an empty database with one organisation, its owner, an API key with all scopes, three small courses, a creator, and ten learners who have not begun any
 * course. Returns null if any organisation exists.
 * @param remember stores the credentials before the demo exists, so that they are not lost if the process is killed in between
 */
export async function seedDemo(
  { db, clock, keyring }: Pick<Tools<Database>, 'db' | 'clock' | 'keyring'>,
  remember: (demo: Demo) => Promise<void>,
): Promise<Demo | null> {
  const email = 'demo@example.org';
  const password = randomBytes(9).toString('base64url');
  const learner = { email: 'learner@example.org', password: randomBytes(9).toString('base64url') };
  const creator = { email: 'creator@example.org', password: randomBytes(9).toString('base64url') };
  const [passwordHash, learnersHash, creatorsHash] = await Promise.all([password, learner.password, creator.password].map(hashPassword));
  return inTransaction(db, async (trx) => {
    await sql`lock table organisations in share row exclusive mode`.execute(trx);
    if (await hasOrganisations(trx)) return null;
    const organisationId = newId();
    const userId = newId();
    const now = new Date().toISOString();
    const timezone = 'Europe/Berlin';
    await addUser(trx, { id: userId, email, name: 'Demo owner', password_hash: passwordHash, email_verified_at: now, timezone });
    await addOrganisation(
      trx,
      { id: organisationId, subdomain: 'demo', name: 'Demo academy', timezone, support_email: email, verified_at: now },
      userId,
      'pro',
    );
    const everything = { courses: 'edit', chapters: 'edit', lessons: 'edit', org_settings: 'edit' } as const;
    const { secret } = await issueKey(trx, { organisationId, name: 'Demo key', scopes: everything, expiresAt: null });
    const caller: Caller = { organisationId, actorType: 'user', actorId: userId, role: 'owner', requestId: 'demo-seed', ip: null };
    const made: string[] = [];
    for (const { chapters, ...course } of [DEMO_COURSE, PRACTICE_COURSE, TIMED_COURSE]) {
      const { id: courseId } = await createCourse({ db: trx }, caller, contractInput('CourseWrite', { ...course, status: 'published' }));
      await replaceSettings({ db: trx, clock }, caller, courseId, contractInput('CertificateSettingsWrite', { is_enabled: true, requires_completion: true }));
      made.push(courseId);
      for (const { lessons, ...fields } of chapters) {
        const chapter = await createChapter({ db: trx }, caller, courseId, contractInput('ChapterWrite', { ...fields, is_published: true }));
        for (const lesson of lessons) {
          await createLesson({ db: trx }, caller, { courseId, chapterId: chapter.id }, contractInput('LessonWrite', { ...lesson, is_published: true }));
        }
      }
    }
    const creatorId = newId();
    await addUser(trx, { id: creatorId, email: creator.email, name: 'Demo creator', password_hash: creatorsHash, email_verified_at: now, timezone });
    await addCreators(trx, caller, [creatorId]);
    for (const [index, name] of DEMO_LEARNERS.entries()) {
      const id = newId();
      const isSignedIn = index === 0;
      const address = isSignedIn ? learner.email : `learner-${index + 1}@example.org`;
      await addUser(trx, { id, email: address, name, password_hash: isSignedIn ? learnersHash : null, email_verified_at: now, timezone });
      // The others enrolled some days ago. The first learner sees the courses as a newcomer.
      const begun: Clock = isSignedIn ? clock : { now: () => clock.now() - (20 - index) * DAY_MS };
      const learning: Caller = { organisationId, actorType: 'user', actorId: id, role: null, requestId: 'demo-seed', ip: null };
      const courses = DEMO_BUYERS.includes(index) ? made.slice(0, 2) : made;
      for (const courseId of courses) await enroll({ db: trx, clock: begun, keyring }, learning, courseId, {});
    }
    const demo = { apiKey: secret, organisationId, email, password, learner, creator };
    await remember(demo);
    return demo;
  });
}
