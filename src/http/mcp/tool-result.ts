import type { Problem } from '../problems.ts';

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
  [member: string]: unknown;
}

const text = (value: string) => ({ type: 'text' as const, text: value });

/** The response of an operation. An operation that returns nothing says that it is done. */
export const succeeded = (body: unknown): ToolResult => ({ content: [text(body === undefined ? 'Done.' : JSON.stringify(body))] });

/** The problem document of a refusal as it is, and one line on how to go on where a model could otherwise lose work. */
export const failed = (problem: Problem): ToolResult => ({
  content: [text(JSON.stringify(problem)), ...(problem.code === 'stale_lesson' ? [text(goOn(problem as Problem & StaleLesson))] : [])],
  isError: true,
});

interface StaleLesson {
  lesson: { updated_at: string };
}

const goOn = ({ lesson }: StaleLesson): string =>
  `Nothing was changed. Apply your change to \`lesson\` above, keep what others changed in it, and call again with "updated_at": "${lesson.updated_at}".`;
