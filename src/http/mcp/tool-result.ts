import type { Problem } from '../problems.ts';

/** What a model calls a tool with. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
  [member: string]: unknown;
}

const text = (value: string) => ({ type: 'text' as const, text: value });

/** The response of an operation. An operation that returns nothing says that it is done. */
export const succeeded = (body: unknown): ToolResult => ({ content: [text(body === undefined ? 'Done.' : JSON.stringify(body))] });

/**
 * A page of a list names its neighbours by the arguments of the call that reads them: no model follows a URL of the service, and what it could add to one
 * would be lost.
 */
export function pageOf(body: unknown, given: Arguments): unknown {
  if (!isList(body)) return body;
  const call = (link: string | null) => link && { ...given, ...argumentsOf(new URL(link).searchParams) };
  return { ...body, next: call(body.next), previous: call(body.previous) };
}

const argumentsOf = (query: URLSearchParams): Arguments =>
  Object.fromEntries([...query].map(([name, value]) => [name, /^(?:page|page_size)$/.test(name) ? Number(value) : value]));

const isList = (body: unknown): body is { next: string | null; previous: string | null; results: unknown } =>
  typeof body === 'object' && body !== null && 'results' in body && 'next' in body && 'previous' in body;

/** The problem document of a refusal as it is, and one line on how to go on where a model could otherwise lose work. */
export const failed = (problem: Problem): ToolResult => ({
  content: [text(JSON.stringify(problem)), ...(problem.code === 'stale_lesson' ? [text(goOn(problem as Problem & StaleLesson))] : [])],
  isError: true,
});

interface StaleLesson {
  lesson: { updated_at: string };
}

const goOn = ({ lesson }: StaleLesson): string =>
  `Nothing was changed. Apply your change to \`lesson\` above, keep other people's changes, and call again with "updated_at": "${lesson.updated_at}".`;
