import { lessonContents } from '../../../generated/mcp-tools.ts';
import { ValidationError } from '../../domain/kernel/errors.ts';
import { refuse } from '../answer.ts';
import { currentExchange, type Exchange } from '../exchange.ts';
import type { Services } from '../services.ts';
import { failed, succeeded, type ToolResult } from './tool-result.ts';
import type { LessonContentRow } from './tool-row.ts';

const TYPES = Object.keys(lessonContents);
const PREFIX = 'lms://lesson-content/';
const MIME_TYPE = 'application/json';

export const LESSON_CONTENT_TOOL = {
  name: 'describe_lesson_content',
  title: 'Describe the content of lessons',
  description: "Returns the JSON Schema for the `content` of one lesson content type, with example lessons. Does not count towards the key's request limit.",
  inputSchema: {
    type: 'object',
    properties: { content_type: { type: 'string', enum: TYPES } },
    required: ['content_type'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

export interface LessonContentResource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

export const lessonContentResources: readonly LessonContentResource[] = Object.entries(lessonContents).map(([type, { description }]) => ({
  uri: `${PREFIX}${type}`,
  name: `lesson-content-${type}`,
  title: `Content of lessons of type ${type}`,
  description,
  mimeType: MIME_TYPE,
}));

export function describeLessonContent(services: Services, given: Readonly<Record<string, unknown>>): ToolResult {
  const content = contentOf(given.content_type);
  const unknown = Object.keys(given).filter((name) => name !== 'content_type');
  if (content && unknown.length === 0) return succeeded({ content_type: given.content_type, ...content });
  const faults = [
    ...(content ? [] : [{ field: 'content_type', code: 'not_a_choice' as const, message: `Must be one of ${TYPES.join(', ')}.` }]),
    ...unknown.map((field) => ({ field: field.slice(0, 100), code: 'unknown_field' as const, message: 'Unknown field.' })),
  ];
  return failed(refuse(services, currentExchange.getStore() as Exchange, new ValidationError(faults)).problem);
}

/** Returns the contents of a resource, or null if there is none with this URI. */
export function readLessonContent(uri: string): { uri: string; mimeType: string; text: string } | null {
  const type = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : '';
  const content = contentOf(type);
  return content ? { uri, mimeType: MIME_TYPE, text: JSON.stringify({ content_type: type, ...content }) } : null;
}

const contentOf = (type: unknown): LessonContentRow | null =>
  typeof type === 'string' && Object.hasOwn(lessonContents, type) ? (lessonContents[type] as LessonContentRow) : null;
