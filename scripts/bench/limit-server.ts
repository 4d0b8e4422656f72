import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { DB } from '../../generated/database.ts';
import { matchPassword } from '../../src/domain/identity/accounts/password.ts';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { getCourse } from '../../src/domain/studio/courses/get-course.ts';
import { listCourses } from '../../src/domain/studio/courses/list-courses.ts';
import type { LessonPath } from '../../src/domain/studio/lessons/columns.ts';
import { getLesson } from '../../src/domain/studio/lessons/read-lessons.ts';
import { connectDatabase, type Executor } from '../../src/platform/database/connect.ts';
import { JsonText } from '../../src/platform/database/json.ts';
import { answerParent } from './child.ts';
import type { Seed } from './seed.ts';

/** The upper limit: node:http, with one prepared statement per request. It has no router, no API key and no checks. */
answerParent(async (seed: Seed) => {
  const { organisationId } = seed;
  const courseId = seed.courseIds[0] as string;
  const { pool, db } = connectDatabase({ url: seed.databaseUrl, poolSize: 10, onIdleError: () => {} });
  const statementsOf = async (work: (recorded: Executor) => Promise<unknown>): Promise<CompiledQuery[]> => {
    const statements: CompiledQuery[] = [];
    await work(new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void statements.push(query) }));
    return statements;
  };
  const caller: Caller = { organisationId, actorType: 'api_key', actorId: organisationId, role: 'creator', requestId: 'bench', ip: null };
  const [course] = await statementsOf((recorded) => getCourse({ db: recorded }, caller, courseId));
  const [listing] = await statementsOf((recorded) => listCourses({ db: recorded }, caller, { page: 1, page_size: 50, ordering: '-created_at' }));
  const lessonColumns = Object.keys(await getLesson({ db }, caller, seed.lessons[0] as LessonPath)).join(', ');

  const getStatement = { name: 'course', text: course?.sql ?? '' };
  const listStatement = { name: 'list', text: listing?.sql ?? '' };
  const patchStatement = {
    name: 'patch',
    text: `update lessons set title = $1 where organisation_id = $2 and id = $3 and updated_at = $4 returning ${lessonColumns}`,
  };

  const signInStatement = { name: 'sign in', text: 'select password_hash from users where email_key = $1' };

  const one = async <Row>(statement: { name: string; text: string }, values: unknown[]): Promise<Row | undefined> =>
    (await pool.query({ ...statement, values })).rows[0];

  /** `segments` are those of /api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/ */
  const bodyOf = async (req: IncomingMessage, segments: string[]): Promise<unknown> => {
    if (req.method === 'PATCH') {
      const { title, updated_at } = JSON.parse(await textOf(req)) as { title: string; updated_at: string };
      return one(patchStatement, [title, organisationId, segments[9], updated_at]);
    }
    if (req.method === 'POST') {
      const { email, password } = JSON.parse(await textOf(req)) as { email: string; password: string };
      const user = await one<{ password_hash: string }>(signInStatement, [email]);
      return user && (await matchPassword(password, user.password_hash)) ? { status: 'signed_in' } : undefined;
    }
    if (segments.length === 7) {
      const found = await one<{ course: string }>(getStatement, [[organisationId], [segments[5]]]);
      return found && new JsonText(found.course);
    }
    if (segments.length !== 6) return undefined;
    const page = await one<{ count: number; results: string }>(listStatement, listing?.parameters as unknown[]);
    return new JsonText(`{"count":${page?.count},"next":"http://${req.headers.host}${req.url}?page=2","previous":null,"results":${page?.results}}`);
  };

  const server = createServer(async (req, res) => {
    const body = await bodyOf(req, (req.url ?? '').split('/'));
    const text = body instanceof JsonText ? body.text : JSON.stringify(body ?? { code: 'not_found' });
    res.writeHead(body ? 200 : 404, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
