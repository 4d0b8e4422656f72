import type { ValidateFunction } from 'ajv';
import validators from '../../../../generated/request-validators.cjs';
import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';
import { schemaFaults } from '../../kernel/schema-faults.ts';
import { finishAssignment } from './assignment.ts';
import { finishDocument, finishEmbed, finishVideo } from './links.ts';
import { finishQuiz } from './quiz.ts';
import { finishText } from './text.ts';

type ContentType = Shape<'LessonWrite'>['content_type'];
type Content = Shape<'LessonContent'>;

/**
 * Checks the rules of one content type that its schema cannot express, such as fields that must agree with each other. Adds the faults that it
 * finds and returns the content in canonical form.
 */
type Finish = (content: never, faults: Faults) => Content;

const LARGEST_BYTES = 512 * 1024;

const RULES: { [Type in ContentType]: { validate: ValidateFunction; finish: Finish } } = {
  quiz: { validate: validators.content_QuizContent, finish: finishQuiz },
  lesson: { validate: validators.content_TextContent, finish: finishText },
  video: { validate: validators.content_VideoContent, finish: finishVideo },
  document: { validate: validators.content_DocumentContent, finish: finishDocument },
  assignment: { validate: validators.content_AssignmentContent, finish: finishAssignment },
  embed: { validate: validators.content_EmbedContent, finish: finishEmbed },
};

/**
 * Checks the content rules that the agent surface and the studio share (service.md section 2, Lesson). Fills in defaults and adds a fault for
 * each field that breaks a rule; the field's name begins with `content.`. Null means that the lesson has no content yet.
 */
export function checkContent(type: ContentType, content: Content, faults: Faults): Content {
  if (content === null) return null;
  const { validate, finish } = RULES[type];
  const copy = structuredClone(content);
  if (!validate(copy)) {
    faults.list.push(...schemaFaults(validate.errors ?? [], 'content'));
    return content;
  }
  const finished = finish(copy as never, faults);
  if (Buffer.byteLength(JSON.stringify(finished)) > LARGEST_BYTES) faults.add('content', 'too_large', `Must be at most ${LARGEST_BYTES} bytes as JSON.`);
  return finished;
}
