import type { Chance } from './chance.ts';
import { persist, type Setting } from './client.ts';

/** An object of the API that was written, with its last acknowledged content. */
export interface Written {
  path: string;
  id: string;
  kind: 'course' | 'chapter' | 'lesson';
  title: string;
  /** Number of acknowledged changes after its creation. */
  changes: number;
  /** Title of the last change, if its outcome is unknown: the object may have either title. */
  maybe?: string;
}

export interface Author {
  organisationId: string;
  secret: string;
  written: Written[];
}

const AGENT = '/api/v1/agent/';

/** Creates and changes courses, chapters and lessons, one after another, until the run ends. */
export async function write(setting: Setting, author: Author, chance: Chance): Promise<void> {
  let number = 0;
  while (!setting.signal.aborted) {
    const title = `Title ${++number}`;
    const one = chance.next();
    const course = author.written.findLast(({ kind }) => kind === 'course');
    const chapter = author.written.findLast(({ kind }) => kind === 'chapter');
    if (one < 0.4 && author.written.length) await change(setting, author, chance.of(author.written as [Written, ...Written[]]), title);
    else if (!course || one < 0.5) await create(setting, author, 'course', 'courses/', title);
    else if (!chapter?.path.startsWith(course.path) || one < 0.6) await create(setting, author, 'chapter', `${course.path}chapters/`, title);
    else await create(setting, author, 'lesson', `${chapter.path}lessons/`, title);
  }
}

const headersOf = ({ secret }: Author) => ({ Authorization: `Bearer ${secret}` });

async function create(setting: Setting, author: Author, kind: Written['kind'], path: string, title: string): Promise<void> {
  const answer = await persist(setting, 'POST', AGENT + path, headersOf(author), { title });
  if (answer?.status === 201) author.written.push({ path: `${path}${answer.body.id}/`, id: answer.body.id as string, kind, title, changes: 0 });
  else if (answer) setting.wrong.push(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Changes an object. A lesson is changed with the `updated_at` that was read before; a stale one means that an attempt without an answer succeeded. */
async function change(setting: Setting, author: Author, written: Written, title: string): Promise<void> {
  const path = AGENT + written.path;
  const read = written.kind === 'lesson' ? await persist(setting, 'GET', path, headersOf(author)) : undefined;
  if (read === null) return;
  written.maybe = title;
  const answer = await persist(setting, 'PATCH', path, headersOf(author), { title, ...(read ? { updated_at: read.body.updated_at } : {}) });
  if (!answer) return;
  const { status, body } = answer;
  delete written.maybe;
  if (status === 200 || (status === 409 && (body.lesson as { title?: string } | undefined)?.title === title)) {
    written.title = title;
    written.changes++;
  } else setting.wrong.push(`PATCH ${path}: ${status} ${JSON.stringify(body)}`);
}

/** Signs up new users, one after another, until the run ends, and adds their addresses, which await an email. */
export async function signUpMany(setting: Setting, addresses: string[], chance: Chance): Promise<void> {
  for (let number = 1; !setting.signal.aborted; number++) {
    const email = `user-${number}-${Math.floor(chance.next() * 1e9)}@example.org`;
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': `10.1.${(number >> 8) & 255}.${number & 255}` };
    const answer = await persist(setting, 'POST', '/api/v1/auth/signup/', headers, { email, password: 'correct horse battery', name: 'User' });
    if (answer?.status === 202) addresses.push(email);
    else if (answer) setting.wrong.push(`sign-up: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}
