import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { Caller } from '../../src/domain/kernel/caller.ts';
import { NotFoundError } from '../../src/domain/kernel/errors.ts';
import { getCourse } from '../../src/domain/studio/courses/get-course.ts';
import { type CourseOrdering, listCourses } from '../../src/domain/studio/courses/list-courses.ts';
import { updateLesson } from '../../src/domain/studio/lessons/write-lessons.ts';
import { pagedText } from '../../src/http/paging.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { answerParent } from './child.ts';
import type { Seed } from './seed.ts';

/** Serves the functions of the domain behind a manually written Express app, without contract, API key and log. */
answerParent(async ({ databaseUrl, organisationId }: Seed) => {
  const { db } = connectDatabase({ url: databaseUrl, poolSize: 10, onIdleError: () => {} });
  const caller: Caller = { organisationId, actorType: 'api_key', actorId: organisationId, role: 'creator', requestId: 'bench', ip: null };
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.get('/api/v1/agent/courses/', async (req, res) => {
    const filter = { page: Number(req.query.page ?? 1), page_size: Number(req.query.page_size ?? 50) };
    const ordering = (req.query.ordering ?? '-created_at') as CourseOrdering;
    res.type('json').send(pagedText(new URL(req.url, `http://${req.headers.host}`), filter, await listCourses({ db }, caller, { ...filter, ordering })).text);
  });
  app.get('/api/v1/agent/courses/:id/', async (req, res) => void res.type('json').send((await getCourse({ db }, caller, req.params.id)).text));
  app.patch('/api/v1/agent/courses/:course/chapters/:chapter/lessons/:id/', express.json(), async (req, res) => {
    const { course, chapter, id } = req.params as Record<'course' | 'chapter' | 'id', string>;
    res.json(await updateLesson({ db }, caller, { courseId: course, chapterId: chapter, id }, req.body));
  });
  app.use((_req, _res) => {
    throw new NotFoundError();
  });
  app.use((error: Error, _req: Request, res: Response, _next: NextFunction) => {
    res.status(error instanceof NotFoundError ? 404 : 500).json({ message: error.message });
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
});
