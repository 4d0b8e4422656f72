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
import { handler as signUp } from '../src/operations/authentication/signUp.ts';
import { handler as verifyEmail } from '../src/operations/authentication/verifyEmail.ts';
import { handler as resendVerification } from '../src/operations/authentication/resendVerification.ts';
import { handler as logIn } from '../src/operations/authentication/logIn.ts';
import { handler as logInWithCode } from '../src/operations/authentication/logInWithCode.ts';
import { handler as resendLogInCode } from '../src/operations/authentication/resendLogInCode.ts';
import { handler as logInWithTotp } from '../src/operations/authentication/logInWithTotp.ts';
import { handler as changePassword } from '../src/operations/authentication/changePassword.ts';
import { handler as requestPasswordReset } from '../src/operations/authentication/requestPasswordReset.ts';
import { handler as confirmPasswordReset } from '../src/operations/authentication/confirmPasswordReset.ts';
import { handler as refreshSession } from '../src/operations/authentication/refreshSession.ts';
import { handler as getMe } from '../src/operations/current-user/getMe.ts';
import { handler as updateMe } from '../src/operations/current-user/updateMe.ts';
import { handler as startTotp } from '../src/operations/two-step-sign-in/startTotp.ts';
import { handler as confirmTotp } from '../src/operations/two-step-sign-in/confirmTotp.ts';
import { handler as disableTotp } from '../src/operations/two-step-sign-in/disableTotp.ts';
import { handler as regenerateBackupCodes } from '../src/operations/two-step-sign-in/regenerateBackupCodes.ts';
import { handler as listApiKeys } from '../src/operations/api-keys/listApiKeys.ts';
import { handler as createApiKey } from '../src/operations/api-keys/createApiKey.ts';
import { handler as deleteApiKey } from '../src/operations/api-keys/deleteApiKey.ts';
import { handler as replaceApiKeyScopes } from '../src/operations/api-keys/replaceApiKeyScopes.ts';
import { handler as setUpOrganisation } from '../src/operations/organisation/setUpOrganisation.ts';
import { handler as getTenantConfig } from '../src/operations/organisation/getTenantConfig.ts';
import { handler as getSubdomain } from '../src/operations/organisation/getSubdomain.ts';
import { handler as updateSubdomain } from '../src/operations/organisation/updateSubdomain.ts';
import { handler as listAuditLog } from '../src/operations/audit-log/listAuditLog.ts';
import { handler as listPlans } from '../src/operations/billing/listPlans.ts';
import { handler as getPlatformSubscription } from '../src/operations/billing/getPlatformSubscription.ts';
import { handler as listCurrencies } from '../src/operations/reference-data/listCurrencies.ts';
import { handler as listTimeZones } from '../src/operations/reference-data/listTimeZones.ts';

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
  signUp,
  verifyEmail,
  resendVerification,
  logIn,
  logInWithCode,
  resendLogInCode,
  logInWithTotp,
  changePassword,
  requestPasswordReset,
  confirmPasswordReset,
  refreshSession,
  getMe,
  updateMe,
  startTotp,
  confirmTotp,
  disableTotp,
  regenerateBackupCodes,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  replaceApiKeyScopes,
  setUpOrganisation,
  getTenantConfig,
  getSubdomain,
  updateSubdomain,
  listAuditLog,
  listPlans,
  getPlatformSubscription,
  listCurrencies,
  listTimeZones,
};
