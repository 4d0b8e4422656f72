// Made by `make generate` from openapi.json. Do not edit.
import type { Handlers } from '../src/http/handler.ts';
import { handler as getAgentIdentity } from '../src/operations/agent-identity/getAgentIdentity.ts';
import { handler as listAgentCourses } from '../src/operations/agent-courses/listAgentCourses.ts';
import { handler as createAgentCourse } from '../src/operations/agent-courses/createAgentCourse.ts';
import { handler as getAgentCourse } from '../src/operations/agent-courses/getAgentCourse.ts';
import { handler as replaceAgentCourse } from '../src/operations/agent-courses/replaceAgentCourse.ts';
import { handler as updateAgentCourse } from '../src/operations/agent-courses/updateAgentCourse.ts';
import { handler as deleteAgentCourse } from '../src/operations/agent-courses/deleteAgentCourse.ts';
import { handler as listAgentChapters } from '../src/operations/agent-chapters/listAgentChapters.ts';
import { handler as createAgentChapter } from '../src/operations/agent-chapters/createAgentChapter.ts';
import { handler as getAgentChapter } from '../src/operations/agent-chapters/getAgentChapter.ts';
import { handler as replaceAgentChapter } from '../src/operations/agent-chapters/replaceAgentChapter.ts';
import { handler as updateAgentChapter } from '../src/operations/agent-chapters/updateAgentChapter.ts';
import { handler as deleteAgentChapter } from '../src/operations/agent-chapters/deleteAgentChapter.ts';
import { handler as listAgentLessons } from '../src/operations/agent-lessons/listAgentLessons.ts';
import { handler as createAgentLesson } from '../src/operations/agent-lessons/createAgentLesson.ts';
import { handler as getAgentLesson } from '../src/operations/agent-lessons/getAgentLesson.ts';
import { handler as updateAgentLesson } from '../src/operations/agent-lessons/updateAgentLesson.ts';
import { handler as deleteAgentLesson } from '../src/operations/agent-lessons/deleteAgentLesson.ts';
import { handler as getAgentOrgSettings } from '../src/operations/agent-organisation-settings/getAgentOrgSettings.ts';
import { handler as updateAgentOrgSettings } from '../src/operations/agent-organisation-settings/updateAgentOrgSettings.ts';

export const handlers: Handlers = {
  getAgentIdentity,
  listAgentCourses,
  createAgentCourse,
  getAgentCourse,
  replaceAgentCourse,
  updateAgentCourse,
  deleteAgentCourse,
  listAgentChapters,
  createAgentChapter,
  getAgentChapter,
  replaceAgentChapter,
  updateAgentChapter,
  deleteAgentChapter,
  listAgentLessons,
  createAgentLesson,
  getAgentLesson,
  updateAgentLesson,
  deleteAgentLesson,
  getAgentOrgSettings,
  updateAgentOrgSettings,
};
