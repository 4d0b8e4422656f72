import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '../../../platform/database/connect.ts';
import { addUser } from '../../identity/accounts/add-user.ts';
import { hashPassword } from '../../identity/accounts/password.ts';
import { issueKey } from '../../identity/api-keys/issue-key.ts';
import type { Caller } from '../../kernel/caller.ts';
import { contractInput } from '../../kernel/contract-input.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tools } from '../../kernel/tools.ts';
import { addOrganisation } from '../../organisations/organisations/add-organisation.ts';
import { createChapter } from '../../studio/chapters/write-chapters.ts';
import { createCourse } from '../../studio/courses/create-course.ts';
import { createLesson } from '../../studio/lessons/write-lessons.ts';
import { DEMO_COURSE } from './demo-course.ts';
import { hasOrganisations } from './has-organisations.ts';

export interface Demo {
  apiKey: string;
  email: string;
  password: string;
}

/**
 * Fills an empty database with one organisation, its owner, an API key with all scopes and a small course. Returns null if any organisation exists.
 * @param remember keeps the credentials before the demo exists, so that a process that is killed between the two loses none of a demo that does
 */
export async function seedDemo({ db }: Pick<Tools, 'db'>, remember: (demo: Demo) => Promise<void>): Promise<Demo | null> {
  const { chapters, ...course } = DEMO_COURSE;
  const email = 'demo@example.org';
  const password = randomBytes(9).toString('base64url');
  const passwordHash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    await sql`lock table organisations in share row exclusive mode`.execute(trx);
    if (await hasOrganisations(trx)) return null;
    const organisationId = newId();
    const userId = newId();
    const now = new Date().toISOString();
    await addUser(trx, { id: userId, email, name: 'Demo creator', password_hash: passwordHash, email_verified_at: now });
    await addOrganisation(
      trx,
      { id: organisationId, subdomain: 'demo', name: 'Demo academy', timezone: 'Europe/Berlin', support_email: email, verified_at: now },
      userId,
      'pro',
    );
    const everything = { courses: 'edit', chapters: 'edit', lessons: 'edit', org_settings: 'edit' } as const;
    const { secret } = await issueKey(trx, { organisationId, name: 'Demo key', scopes: everything, expiresAt: null });
    const caller: Caller = { organisationId, actorType: 'user', actorId: userId, role: 'owner', requestId: 'demo-seed', ip: null };
    const { id: courseId } = await createCourse({ db: trx }, caller, contractInput('CourseWrite', { ...course, status: 'published' }));
    for (const { title, lessons } of chapters) {
      const chapter = await createChapter({ db: trx }, caller, courseId, contractInput('ChapterWrite', { title, is_published: true }));
      for (const lesson of lessons) {
        await createLesson({ db: trx }, caller, { courseId, chapterId: chapter.id }, contractInput('LessonWrite', { ...lesson, is_published: true }));
      }
    }
    const demo = { apiKey: secret, email, password };
    await remember(demo);
    return demo;
  });
}
