import type { Problem } from '../problems.ts';

/** The arguments with which a model calls a tool. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
  [member: string]: unknown;
}

const text = (value: string) => ({ type: 'text' as const, text: value });

/** Returns the result for the response of an operation. If the operation returns nothing, the result says that it is done. */
export const succeeded = (body: unknown): ToolResult => ({ content: [text(body === undefined ? 'Done.' : JSON.stringify(body))] });

/**
 * Replaces the links of a page to its neighbours with the arguments of the calls that read them, because models cannot follow a URL of the service, and
 * any arguments that they added to one would be lost.
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

/** Returns the unchanged problem document of a refusal, and one line on how to continue where a model could otherwise lose work. */
export const failed = (problem: Problem): ToolResult => ({
  content: [text(JSON.stringify(problem)), ...(problem.code === 'stale_lesson' ? [text(goOn(problem as Problem & StaleLesson))] : [])],
  isError: true,
});

interface StaleLesson {
  lesson: { updated_at: string };
}

const goOn = ({ lesson }: StaleLesson): string =>
  `Nothing was changed. Apply your change to \`lesson\` above, keep other people's changes, and call again with "updated_at": "${lesson.updated_at}".`;
