import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyRequest } from 'fastify';
import { type Kysely, sql, type Transaction } from 'kysely';
import { answerParent } from '../child.ts';
import type { Seed } from '../seed.ts';
import { connectPeer, type PeerCourse, type PeerTables } from './tables.ts';

/**
 * What a person would write instead of this service for courses alone: Fastify, Kysely and pg as they come, with the same checks. A key is looked up by
 * its hash on each request, and has a scope, an organisation and a sliding limit. Queries and bodies are validated, errors are problem documents, and a
 * change is read, written and audited in one transaction. There are no events, no counts of chapters, lessons and learners, and no log.
 */

const COLUMNS = [
  'id',
  'title',
  'slug',
  'description',
  'thumbnail_url',
  'status',
  'visibility',
  'level',
  'language',
  'category',
  'meta_title',
  'meta_description',
  'timezone',
  'created_at',
  'updated_at',
] as const;
const SUMMARY = COLUMNS.filter((name) => name !== 'description');

const FIELDS = {
  title: { type: 'string', minLength: 1, maxLength: 200, pattern: '\\S' },
  slug: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
  description: { type: ['string', 'null'], maxLength: 65536 },
  thumbnail_url: { type: ['string', 'null'], format: 'uri', maxLength: 2048 },
  status: { enum: ['draft', 'published', 'archived'] },
  visibility: { enum: ['public', 'unlisted', 'private'] },
  level: { type: 'string', maxLength: 20 },
  language: { type: 'string', minLength: 2, maxLength: 35 },
  category: { type: ['integer', 'null'], minimum: 1 },
  meta_title: { type: ['string', 'null'], maxLength: 200 },
  meta_description: { type: ['string', 'null'], maxLength: 500 },
  timezone: { type: 'string', maxLength: 64 },
};
const DEFAULTS = {
  thumbnail_url: null,
  status: 'draft',
  visibility: 'public',
  level: 'all_levels',
  language: 'en',
  category: null,
  meta_title: null,
  meta_description: null,
  timezone: 'UTC',
  description: null,
};
const PARAMS = { type: 'object', properties: { id: { type: 'integer', minimum: 1, maximum: 2147483647 } } };
const PAGE = {
  type: 'object',
  properties: { page: { type: 'integer', minimum: 1, default: 1 }, page_size: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
};

const LIMIT = 1_000_000_000;
const WINDOW_MS = 3_600_000;

type On = Kysely<PeerTables> | Transaction<PeerTables>;
type Fields = Partial<Omit<PeerCourse, 'id' | 'organisation_id' | 'created_at' | 'updated_at'>>;

interface Key {
  id: string;
  organisation_id: string;
  scopes: Record<string, string>;
}

class Problem extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, detail: string) {
    super(detail);
    this.statusCode = statusCode;
    this.code = code;
  }
}

answerParent(async ({ databaseUrl }: Seed) => {
  const db = connectPeer(databaseUrl);
  const app = Fastify({ logger: false, ajv: { customOptions: { allErrors: true, removeAdditional: false } } });
  const keys = new WeakMap<FastifyRequest, Key>();
  const keyOf = (request: FastifyRequest) => keys.get(request) as Key;
  const take = slidingLimit();

  app.setErrorHandler((error: Problem & { validation?: { instancePath: string; keyword: string; message?: string }[] }, request, reply) => {
    const status = error.statusCode ?? 500;
    const errors = error.validation?.map(({ instancePath, keyword, message }) => ({ path: instancePath, code: keyword, detail: message }));
    const detail = status < 500 ? error.message : 'Internal error';
    reply
      .code(status)
      .header('content-type', 'application/problem+json')
      .send(JSON.stringify({ type: 'about:blank', title: error.code ?? 'internal', status, detail, instance: request.url, errors }));
  });
  app.setNotFoundHandler(() => {
    throw new Problem(404, 'not_found', 'No such path.');
  });
  app.addHook('onRequest', async (request, reply) => {
    const { authorization = '' } = request.headers;
    if (!authorization.startsWith('Bearer ')) throw new Problem(401, 'unauthenticated', 'Needs an API key.');
    const hash = createHash('sha256').update(authorization.slice(7)).digest('hex');
    const key = await db.selectFrom('peer_key').select(['id', 'organisation_id', 'scopes']).where('hash', '=', hash).executeTakeFirst();
    if (!key) throw new Problem(401, 'unauthenticated', 'No such key.');
    reply.header('RateLimit', `"agent";r=${take(key.id)};t=3600`);
    const scope = key.scopes.courses ?? 'none';
    if (scope !== 'edit' && !(scope === 'view' && request.method === 'GET')) throw new Problem(403, 'scope', 'The key may not do this.');
    keys.set(request, key);
  });

  app.get<{ Params: { id: number } }>('/api/v1/agent/courses/:id/', { schema: { params: PARAMS } }, async (request) => {
    return (await read(db, keyOf(request), request.params.id)) ?? notFound();
  });
  app.get<{ Querystring: { page: number; page_size: number } }>('/api/v1/agent/courses/', { schema: { querystring: PAGE } }, async (request) => {
    const { page, page_size } = request.query;
    const own = db.selectFrom('peer_course').where('organisation_id', '=', keyOf(request).organisation_id);
    const [results, { count }] = await Promise.all([
      own
        .select(SUMMARY)
        .orderBy('id', 'desc')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .execute(),
      own.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow(),
    ]);
    return { count, page, results };
  });
  app.patch<{ Params: { id: number }; Body: Fields }>(
    '/api/v1/agent/courses/:id/',
    { schema: { params: PARAMS, body: { type: 'object', properties: FIELDS } } },
    async (request) => {
      const key = keyOf(request);
      return db.transaction().execute(async (trx) => {
        const before = await read(trx, key, request.params.id, true);
        if (!before) return notFound();
        const after = await trx
          .updateTable('peer_course')
          .set({ ...known(request.body), updated_at: sql<Date>`now()` })
          .where('organisation_id', '=', key.organisation_id)
          .where('id', '=', request.params.id)
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        await audit(trx, key, 'course.updated', before, after);
        return after;
      });
    },
  );
  app.post<{ Body: Fields & { title: string } }>(
    '/api/v1/agent/courses/',
    { schema: { body: { type: 'object', required: ['title'], properties: FIELDS } } },
    async (request, reply) => {
      const key = keyOf(request);
      const slug = request.body.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
      reply.code(201);
      return db.transaction().execute(async (trx) => {
        const made = await trx
          .insertInto('peer_course')
          .values({ ...DEFAULTS, title: request.body.title, slug, ...known(request.body), organisation_id: key.organisation_id })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        await audit(trx, key, 'course.created', null, made);
        return made;
      });
    },
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
});

const read = (on: On, { organisation_id }: Key, id: number, lock = false) =>
  on
    .selectFrom('peer_course')
    .select(COLUMNS)
    .where('organisation_id', '=', organisation_id)
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

const audit = (trx: On, { id, organisation_id }: Key, action: string, before: object | null, after: { id: number }) =>
  trx
    .insertInto('peer_audit')
    .values({ organisation_id, key_id: id, action, object_id: after.id, before: before && JSON.stringify(before), after: JSON.stringify(after) })
    .execute();

const known = (body: Fields): Fields => Object.fromEntries(Object.entries(body).filter(([name]) => name in FIELDS));

function notFound(): never {
  throw new Problem(404, 'not_found', 'No such course.');
}

/** Keeps two hourly counters for each key, the older of which is weighted. */
function slidingLimit(): (key: string) => number {
  const windows = new Map<string, { start: number; before: number; count: number }>();
  return (key) => {
    const now = Date.now();
    const start = now - (now % WINDOW_MS);
    let window = windows.get(key);
    if (window?.start !== start) {
      window = { start, before: window?.start === start - WINDOW_MS ? window.count : 0, count: 0 };
      windows.set(key, window);
    }
    const used = window.before * (1 - (now - start) / WINDOW_MS) + window.count;
    if (used >= LIMIT) throw new Problem(429, 'rate_limited', 'Too many requests.');
    window.count++;
    return Math.floor(LIMIT - used - 1);
  };
}
