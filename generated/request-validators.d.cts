/* Made by `make generate` from openapi.json. Do not edit. */
import type { ValidateFunction } from 'ajv';

declare const validators: {
  readonly query_listAgentCourses: ValidateFunction;
  readonly body_createAgentCourse: ValidateFunction;
  readonly header_createAgentCourse: ValidateFunction;
  readonly body_replaceAgentCourse: ValidateFunction;
  readonly body_updateAgentCourse: ValidateFunction;
  readonly query_listAgentChapters: ValidateFunction;
  readonly body_createAgentChapter: ValidateFunction;
  readonly header_createAgentChapter: ValidateFunction;
  readonly body_replaceAgentChapter: ValidateFunction;
  readonly body_updateAgentChapter: ValidateFunction;
  readonly query_listAgentLessons: ValidateFunction;
  readonly body_createAgentLesson: ValidateFunction;
  readonly header_createAgentLesson: ValidateFunction;
  readonly body_updateAgentLesson: ValidateFunction;
  readonly body_updateAgentOrgSettings: ValidateFunction;
  readonly content_QuizContent: ValidateFunction;
  readonly content_TextContent: ValidateFunction;
  readonly content_VideoContent: ValidateFunction;
  readonly content_DocumentContent: ValidateFunction;
  readonly content_AssignmentContent: ValidateFunction;
  readonly content_EmbedContent: ValidateFunction;
};
export = validators;
