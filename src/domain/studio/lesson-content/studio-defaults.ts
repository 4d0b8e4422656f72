import type { Shape } from '../../kernel/contract.ts';

const PROPOSED_ATTEMPTS = 3;

/** Fills in the studio's default for omitted fields: 3 attempts at a quiz. Automation and imports get no such limit. */
export const withStudioDefaults = <Body extends Pick<Partial<Shape<'LessonWrite'>>, 'content'>>(body: Body): Body =>
  body.content && 'questions' in body.content && !('max_attempts' in body.content)
    ? { ...body, content: { max_attempts: PROPOSED_ATTEMPTS, ...(body.content as object) } as Body['content'] }
    : body;
