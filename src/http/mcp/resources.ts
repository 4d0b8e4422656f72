import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { OperationId } from '../../../generated/operations.ts';
import type { ApiKey } from '../../domain/identity/api-keys/authenticate.ts';
import type { Scopes } from '../../domain/identity/api-keys/scopes.ts';
import type { Paging } from '../../domain/kernel/contract.ts';
import { readOutline } from '../../domain/studio/lessons/read-outline.ts';
import { listStaleLessons } from '../../domain/studio/lessons/stale-lessons.ts';
import { refuse } from '../answer.ts';
import { type AnswerCall, RefusedCall } from '../contract/call.ts';
import type { CallInput } from '../contract/perform-call.ts';
import { takeFromQuota } from '../credentials.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { PagedList } from '../paging.ts';
import type { Services } from '../services.ts';
import { type LessonContentResource, lessonContentResources, readLessonContent } from './lesson-content.ts';
import { meets, type Needs } from './needs.ts';
import { passOn } from './pass-on.ts';

/** The dependencies for reading a resource. */
export interface Reader {
  services: Services;
  answerCall: AnswerCall;
  key: ApiKey;
}

interface OrganisationResource {
  name: string;
  /** URI template with names in braces (RFC 6570). All have the form `lms://…/{name}/…`, and those of lists end in `{?page}`. */
  uriTemplate: string;
  title: string;
  description: string;
  needs: Needs;
  /** Number of items on a page. Null: the resource is not a list. */
  pageSize: number | null;
  read(reader: Reader, given: Readonly<Record<string, string>>, paging: Paging): Promise<object>;
}

const MIME_TYPE = 'application/json';

/** Data of the organisation, for people to attach to a conversation and for programs to read before a model does. A read counts as one request of the key. */
const RESOURCES: readonly OrganisationResource[] = [
  {
    name: 'courses',
    uriTemplate: 'lms://courses{?page}',
    title: 'Courses of the organisation',
    description: 'All courses, with their status and timestamps. `next` is the resource that contains the next page.',
    needs: { courses: 'view' },
    pageSize: 200,
    read: async (reader, _given, { page, page_size }) => {
      const { next, results } = (await call(reader, 'listAgentCourses', { query: { page: String(page), page_size: String(page_size) } })) as PagedList<unknown>;
      return { results, isLast: next === null };
    },
  },
  {
    name: 'course',
    uriTemplate: 'lms://courses/{course_id}',
    title: 'A course',
    description: 'A course with all its fields.',
    needs: { courses: 'view' },
    pageSize: null,
    read: (reader, { course_id = '' }) => call(reader, 'getAgentCourse', { path: { id: course_id } }),
  },
  {
    name: 'outline',
    uriTemplate: 'lms://courses/{course_id}/outline{?page}',
    title: 'Outline of a course',
    description: "A course's chapters with their lesson titles, in order. `next` is the resource that continues the list.",
    needs: { chapters: 'view', lessons: 'view' },
    pageSize: 500,
    read: (reader, { course_id = '' }, paging) => counted(reader, (by) => readOutline(reader.services.ports, by, course_id, paging)),
  },
  {
    name: 'lesson',
    uriTemplate: 'lms://courses/{course_id}/chapters/{chapter_id}/lessons/{lesson_id}',
    title: 'A lesson',
    description: 'A lesson with its content.',
    needs: { lessons: 'view' },
    pageSize: null,
    read: (reader, { course_id = '', chapter_id = '', lesson_id = '' }) =>
      call(reader, 'getAgentLesson', { path: { course_pk: course_id, chapter_pk: chapter_id, id: lesson_id } }),
  },
  {
    name: 'stale-lessons',
    uriTemplate: 'lms://stale-lessons/{before}{?page}',
    title: 'Lessons that may be out of date',
    description:
      'The lessons that nobody has changed since a given day (YYYY-MM-DD, UTC), oldest first. Archived courses are not included. `next` is the resource that contains the next page.',
    needs: { courses: 'view', lessons: 'view' },
    pageSize: 200,
    read: async (reader, { before = '' }, paging) => {
      if (!isDay(before)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Must be a valid date in the format YYYY-MM-DD.');
      const lessons = await counted(reader, (by) => listStaleLessons(reader.services.ports, by, before, paging));
      return { results: lessons.slice(0, paging.page_size), isLast: lessons.length <= paging.page_size };
    },
  },
  {
    name: 'organisation-settings',
    uriTemplate: 'lms://organisation-settings',
    title: 'Settings of the organisation',
    description: "The organisation's name, languages, time zone and other settings that courses inherit.",
    needs: { org_settings: 'view' },
    pageSize: null,
    read: (reader) => call(reader, 'getAgentOrgSettings'),
  },
];

/** Returns the resources with a fixed URI, for a key with these scopes. */
export const resourcesOf = (scopes: Scopes): LessonContentResource[] => [
  ...RESOURCES.filter(({ uriTemplate, needs }) => !uriTemplate.includes('/{') && meets(scopes, needs)).map(({ name, uriTemplate, title, description }) => ({
    uri: uriTemplate.replace('{?page}', ''),
    name,
    title,
    description,
    mimeType: MIME_TYPE,
  })),
  ...(meets(scopes, LESSON_CONTENT_NEEDS) ? lessonContentResources : []),
];

const LESSON_CONTENT_NEEDS: Needs = { lessons: 'view' };

/** Returns the resources whose URI contains names, for a key with these scopes. */
export const resourceTemplatesOf = (scopes: Scopes) =>
  RESOURCES.filter(({ uriTemplate, needs }) => uriTemplate.includes('{') && meets(scopes, needs)).map(({ name, uriTemplate, title, description }) => ({
    uriTemplate,
    name,
    title,
    description,
    mimeType: MIME_TYPE,
  }));

export interface ResourceContents {
  uri: string;
  mimeType: string;
  text: string;
}

/**
 * Returns the contents of a resource, and whether they depend only on the release.
 * @throws ResourceNotFoundError if the key has no resource with this URI; ProtocolError, with the problem document, if its operation refuses
 */
export async function readResource(reader: Reader, uri: string): Promise<{ contents: ResourceContents; isFixed: boolean }> {
  const { scopes } = reader.key;
  const fixed = meets(scopes, LESSON_CONTENT_NEEDS) ? readLessonContent(uri) : null;
  if (fixed) return { contents: fixed, isFixed: true };
  const found = find(uri);
  if (!found || !meets(scopes, found.resource.needs)) throw new ResourceNotFoundError(uri.slice(0, 500));
  const { resource, given, page } = found;
  reader.services.logger.info(
    { request_id: currentExchange.getStore()?.requestId, resource: resource.name, organisation: reader.key.organisation.id, key: reader.key.id },
    'resource read',
  );
  const value = await resource.read(reader, given, { page, page_size: resource.pageSize ?? 1 }).catch((error: unknown) => fail(reader.services, uri, error));
  return {
    contents: { uri, mimeType: MIME_TYPE, text: JSON.stringify(resource.pageSize === null ? value : pageOf(value as List, uri, page)) },
    isFixed: false,
  };
}

type List = { isLast: boolean };

/** Adds the URI of the next page to the end of a page of a list. */
const pageOf = ({ isLast, ...list }: List, uri: string, page: number): object => ({
  ...list,
  next: isLast ? null : `${uri.split('?')[0]}?page=${page + 1}`,
});

/** Highest valid page number. */
const MOST_PAGES = 1_000_000;

/** Finds the resource of a URI, with the values of the names in its template. */
function find(uri: string): { resource: OrganisationResource; given: Record<string, string>; page: number } | null {
  const url = URL.parse(uri);
  if (url?.protocol !== 'lms:' || url.hash !== '') return null;
  const parts = partsOf(uri.split('?')[0] ?? '');
  for (const resource of RESOURCES) {
    const names = partsOf(resource.uriTemplate.replace('{?page}', ''));
    if (names.length !== parts.length || names.some((name, index) => !name.startsWith('{') && name !== parts[index])) continue;
    const page = Number(url.searchParams.get('page') ?? 1);
    const isPage = Number.isInteger(page) && page >= 1 && page <= MOST_PAGES;
    if ([...url.searchParams.keys()].some((name) => name !== 'page') || !isPage || (resource.pageSize === null && url.search !== '')) return null;
    const given = Object.fromEntries(names.flatMap((name, index) => (name.startsWith('{') ? [[name.slice(1, -1), parts[index] ?? '']] : [])));
    return { resource, given, page };
  }
  return null;
}

const partsOf = (uri: string): string[] => uri.slice('lms://'.length).split('/');

/** @throws RefusedCall */
async function call({ answerCall }: Reader, id: OperationId, input: CallInput = {}): Promise<object> {
  const { body, problem, headers } = await answerCall(id, input);
  passOn(headers);
  if (problem) throw new RefusedCall(problem, headers);
  return body as object;
}

/** Reads data that no operation returns, as one request of the key. */
async function counted<T>({ services, key }: Reader, read: (by: { organisationId: string }) => Promise<T>): Promise<T> {
  await takeFromQuota(services, currentExchange.getStore() as Exchange, key);
  return read({ organisationId: key.organisation.id });
}

/** Earliest day for which anything is stored. */
const FIRST_DAY = '1970-01-01';

function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && text >= FIRST_DAY && new Date(time).toISOString().startsWith(text);
}

function fail(services: Services, uri: string, error: unknown): never {
  if (error instanceof ProtocolError) throw error;
  const { problem } = error instanceof RefusedCall ? error : refuse(services, currentExchange.getStore() as Exchange, error);
  if (problem.status === 404) throw new ResourceNotFoundError(uri.slice(0, 500));
  throw new ProtocolError(problem.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, problem.detail, problem);
}
