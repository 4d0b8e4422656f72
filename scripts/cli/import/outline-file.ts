import { Failure } from '../command.ts';
import { parseJson, readText } from '../read-file.ts';

export interface Item {
  kind: 'text' | 'exercise';
  title: string;
  markdown: string;
  /** Sample solution, only for an exercise. */
  solution?: string | null;
}

export interface Chapter {
  title: string;
  teaching_minutes: number;
  exercise_minutes: number;
  items: Item[];
}

export interface Outline {
  title: string;
  language: string;
  licence: string;
  attribution: string;
  chapters: Chapter[];
}

const MOST_FAULTS_SHOWN = 3;

/** @throws Failure if the file is missing, is not JSON, or is not an outline */
export async function readOutline(file: string): Promise<Outline> {
  const outline = parseJson(file, await readText(file));
  const faults = [...outlineFaults(outline)];
  if (faults.length) {
    const more = faults.length > MOST_FAULTS_SHOWN ? `; and ${faults.length - MOST_FAULTS_SHOWN} more` : '';
    throw new Failure(`${file}: ${faults.slice(0, MOST_FAULTS_SHOWN).join('; ')}${more}`);
  }
  return outline as Outline;
}

function* outlineFaults(outline: unknown): Generator<string> {
  if (!isObject(outline)) return yield 'the outline must be an object';
  for (const name of ['title', 'language', 'licence', 'attribution']) yield* textFaults(name, outline[name]);
  yield* listFaults('chapters', outline.chapters, chapterFaults);
}

function* chapterFaults(place: string, chapter: Record<string, unknown>): Generator<string> {
  yield* textFaults(`${place}.title`, chapter.title);
  for (const name of ['teaching_minutes', 'exercise_minutes']) {
    const minutes = chapter[name];
    if (!Number.isSafeInteger(minutes) || (minutes as number) < 0) yield `${place}.${name} must be a whole number of at least 0`;
  }
  yield* listFaults(`${place}.items`, chapter.items, itemFaults);
}

function* itemFaults(place: string, { kind, title, markdown, solution }: Record<string, unknown>): Generator<string> {
  if (kind !== 'text' && kind !== 'exercise') yield `${place}.kind must be text or exercise`;
  yield* textFaults(`${place}.title`, title);
  yield* textFaults(`${place}.markdown`, markdown);
  if (solution === undefined || solution === null) return;
  if (kind === 'text') yield `${place}.solution is allowed only for an exercise`;
  else if (typeof solution !== 'string') yield `${place}.solution must be text`;
}

function* textFaults(place: string, text: unknown): Generator<string> {
  if (typeof text !== 'string' || text.trim() === '') yield `${place} must be non-blank text`;
}

function* listFaults(place: string, list: unknown, memberFaults: (place: string, member: Record<string, unknown>) => Generator<string>): Generator<string> {
  if (!Array.isArray(list)) return yield `${place} must be a list`;
  for (const [index, member] of list.entries()) {
    if (isObject(member)) yield* memberFaults(`${place}.${index}`, member);
    else yield `${place}.${index} must be an object`;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
