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
import { handler as logInWithProvider } from '../src/operations/authentication/logInWithProvider.ts';
import { handler as resetPasswordWithCard } from '../src/operations/authentication/resetPasswordWithCard.ts';
import { handler as sendPhoneCode } from '../src/operations/authentication/sendPhoneCode.ts';
import { handler as verifyPhoneCode } from '../src/operations/authentication/verifyPhoneCode.ts';
import { handler as attachPhone } from '../src/operations/current-user/attachPhone.ts';
import { handler as startPhoneChange } from '../src/operations/current-user/startPhoneChange.ts';
import { handler as confirmPhoneChange } from '../src/operations/current-user/confirmPhoneChange.ts';
import { handler as listDataExports } from '../src/operations/current-user/listDataExports.ts';
import { handler as requestDataExport } from '../src/operations/current-user/requestDataExport.ts';
import { handler as downloadDataExport } from '../src/operations/current-user/downloadDataExport.ts';
import { handler as deleteMe } from '../src/operations/current-user/deleteMe.ts';
import { handler as updateBranding } from '../src/operations/organisation/updateBranding.ts';
import { handler as uploadLogo } from '../src/operations/organisation/uploadLogo.ts';
import { handler as getCustomDomain } from '../src/operations/organisation/getCustomDomain.ts';
import { handler as claimCustomDomain } from '../src/operations/organisation/claimCustomDomain.ts';
import { handler as checkCustomDomain } from '../src/operations/organisation/checkCustomDomain.ts';
import { handler as getJoinCode } from '../src/operations/organisation/getJoinCode.ts';
import { handler as rotateJoinCode } from '../src/operations/organisation/rotateJoinCode.ts';
import { handler as getOnboarding } from '../src/operations/organisation/getOnboarding.ts';
import { handler as skipOnboarding } from '../src/operations/organisation/skipOnboarding.ts';
import { handler as getCookieConsent } from '../src/operations/consent/getCookieConsent.ts';
import { handler as giveCookieConsent } from '../src/operations/consent/giveCookieConsent.ts';
import { handler as getLegalConsent } from '../src/operations/consent/getLegalConsent.ts';
import { handler as giveLegalConsent } from '../src/operations/consent/giveLegalConsent.ts';
import { handler as getNotificationSettings } from '../src/operations/notifications/getNotificationSettings.ts';
import { handler as replaceNotificationSettings } from '../src/operations/notifications/replaceNotificationSettings.ts';
import { handler as getNotificationPreferences } from '../src/operations/notifications/getNotificationPreferences.ts';
import { handler as updateNotificationPreferences } from '../src/operations/notifications/updateNotificationPreferences.ts';
import { handler as deleteSignUpEmail } from '../src/operations/qa-helpers/deleteSignUpEmail.ts';
import { handler as deleteOwnMembership } from '../src/operations/qa-helpers/deleteOwnMembership.ts';
import { handler as deleteOrganisationVerification } from '../src/operations/qa-helpers/deleteOrganisationVerification.ts';
import { handler as deletePolicyAcceptances } from '../src/operations/qa-helpers/deletePolicyAcceptances.ts';
import { handler as getQaSubscription } from '../src/operations/qa-helpers/getQaSubscription.ts';
import { handler as replaceQaSubscription } from '../src/operations/qa-helpers/replaceQaSubscription.ts';
import { handler as deleteQaSubscription } from '../src/operations/qa-helpers/deleteQaSubscription.ts';
import { handler as replaceQaDomainClaim } from '../src/operations/qa-helpers/replaceQaDomainClaim.ts';
import { handler as deleteQaDomainClaim } from '../src/operations/qa-helpers/deleteQaDomainClaim.ts';
import { handler as listCourses } from '../src/operations/courses/listCourses.ts';
import { handler as createCourse } from '../src/operations/courses/createCourse.ts';
import { handler as listRecentCourses } from '../src/operations/courses/listRecentCourses.ts';
import { handler as getCourse } from '../src/operations/courses/getCourse.ts';
import { handler as replaceCourse } from '../src/operations/courses/replaceCourse.ts';
import { handler as updateCourse } from '../src/operations/courses/updateCourse.ts';
import { handler as deleteCourse } from '../src/operations/courses/deleteCourse.ts';
import { handler as touchCourse } from '../src/operations/courses/touchCourse.ts';
import { handler as getPrice } from '../src/operations/courses/getPrice.ts';
import { handler as replacePrice } from '../src/operations/courses/replacePrice.ts';
import { handler as createPreviewToken } from '../src/operations/courses/createPreviewToken.ts';
import { handler as getCurriculum } from '../src/operations/curriculum/getCurriculum.ts';
import { handler as getPhonePreview } from '../src/operations/curriculum/getPhonePreview.ts';
import { handler as listChapters } from '../src/operations/chapters/listChapters.ts';
import { handler as createChapter } from '../src/operations/chapters/createChapter.ts';
import { handler as reorderChapters } from '../src/operations/chapters/reorderChapters.ts';
import { handler as getChapter } from '../src/operations/chapters/getChapter.ts';
import { handler as updateChapter } from '../src/operations/chapters/updateChapter.ts';
import { handler as deleteChapter } from '../src/operations/chapters/deleteChapter.ts';
import { handler as duplicateChapter } from '../src/operations/chapters/duplicateChapter.ts';
import { handler as publishChapter } from '../src/operations/chapters/publishChapter.ts';
import { handler as listLessons } from '../src/operations/lessons/listLessons.ts';
import { handler as createLesson } from '../src/operations/lessons/createLesson.ts';
import { handler as reorderLessons } from '../src/operations/lessons/reorderLessons.ts';
import { handler as getLesson } from '../src/operations/lessons/getLesson.ts';
import { handler as updateLesson } from '../src/operations/lessons/updateLesson.ts';
import { handler as deleteLesson } from '../src/operations/lessons/deleteLesson.ts';
import { handler as duplicateLesson } from '../src/operations/lessons/duplicateLesson.ts';
import { handler as moveLesson } from '../src/operations/lessons/moveLesson.ts';
import { handler as updateLessonSchedule } from '../src/operations/schedule/updateLessonSchedule.ts';
import { handler as getCourseSchedule } from '../src/operations/schedule/getCourseSchedule.ts';
import { handler as shiftCourseSchedule } from '../src/operations/schedule/shiftCourseSchedule.ts';
import { handler as getLessonProgress } from '../src/operations/learning/getLessonProgress.ts';
import { handler as recordLessonProgress } from '../src/operations/learning/recordLessonProgress.ts';
import { handler as suggestLandingCopy } from '../src/operations/landing-page/suggestLandingCopy.ts';
import { handler as listHeroImages } from '../src/operations/landing-page/listHeroImages.ts';
import { handler as generateHeroImage } from '../src/operations/landing-page/generateHeroImage.ts';
import { handler as importHeroImage } from '../src/operations/landing-page/importHeroImage.ts';
import { handler as uploadHeroImage } from '../src/operations/landing-page/uploadHeroImage.ts';
import { handler as deleteHeroImage } from '../src/operations/landing-page/deleteHeroImage.ts';
import { handler as selectHeroImage } from '../src/operations/landing-page/selectHeroImage.ts';
import { handler as enroll } from '../src/operations/enrollments/enroll.ts';
import { handler as listLearners } from '../src/operations/enrollments/listLearners.ts';
import { handler as resetLearnerPassword } from '../src/operations/enrollments/resetLearnerPassword.ts';
import { handler as listCohorts } from '../src/operations/cohorts/listCohorts.ts';
import { handler as createCohort } from '../src/operations/cohorts/createCohort.ts';
import { handler as updateCohort } from '../src/operations/cohorts/updateCohort.ts';
import { handler as deleteCohort } from '../src/operations/cohorts/deleteCohort.ts';
import { handler as updateCohortMembers } from '../src/operations/cohorts/updateCohortMembers.ts';
import { handler as discoverCourses } from '../src/operations/learning/discoverCourses.ts';
import { handler as listEnrollments } from '../src/operations/learning/listEnrollments.ts';
import { handler as getEngagement } from '../src/operations/learning/getEngagement.ts';
import { handler as openCourse } from '../src/operations/learning/openCourse.ts';
import { handler as getCourseProgress } from '../src/operations/learning/getCourseProgress.ts';
import { handler as createUpload } from '../src/operations/uploads/createUpload.ts';
import { handler as getUpload } from '../src/operations/uploads/getUpload.ts';
import { handler as deleteUpload } from '../src/operations/uploads/deleteUpload.ts';
import { handler as completeUpload } from '../src/operations/uploads/completeUpload.ts';
import { handler as createMedia } from '../src/operations/media/createMedia.ts';
import { handler as deleteMedia } from '../src/operations/media/deleteMedia.ts';
import { handler as createDocument } from '../src/operations/documents/createDocument.ts';
import { handler as createExternalDocument } from '../src/operations/documents/createExternalDocument.ts';
import { handler as deleteDocument } from '../src/operations/documents/deleteDocument.ts';
import { handler as listStorageObjects } from '../src/operations/storage/listStorageObjects.ts';
import { handler as getStorageUsage } from '../src/operations/storage/getStorageUsage.ts';
import { handler as purgeCourse } from '../src/operations/qa-helpers/purgeCourse.ts';
import { handler as deleteLessonAttempts } from '../src/operations/qa-helpers/deleteLessonAttempts.ts';
import { handler as createStorageBallast } from '../src/operations/qa-helpers/createStorageBallast.ts';
import { handler as deleteStorageBallast } from '../src/operations/qa-helpers/deleteStorageBallast.ts';
import { handler as deleteStorageAddon } from '../src/operations/qa-helpers/deleteStorageAddon.ts';
import { handler as listWebhookEndpoints } from '../src/operations/webhook-endpoints/listWebhookEndpoints.ts';
import { handler as createWebhookEndpoint } from '../src/operations/webhook-endpoints/createWebhookEndpoint.ts';
import { handler as getWebhookEndpoint } from '../src/operations/webhook-endpoints/getWebhookEndpoint.ts';
import { handler as updateWebhookEndpoint } from '../src/operations/webhook-endpoints/updateWebhookEndpoint.ts';
import { handler as deleteWebhookEndpoint } from '../src/operations/webhook-endpoints/deleteWebhookEndpoint.ts';
import { handler as listWebhookDeliveries } from '../src/operations/webhook-endpoints/listWebhookDeliveries.ts';
import { handler as redeliverWebhookDelivery } from '../src/operations/webhook-endpoints/redeliverWebhookDelivery.ts';

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
  logInWithProvider,
  resetPasswordWithCard,
  sendPhoneCode,
  verifyPhoneCode,
  attachPhone,
  startPhoneChange,
  confirmPhoneChange,
  listDataExports,
  requestDataExport,
  downloadDataExport,
  deleteMe,
  updateBranding,
  uploadLogo,
  getCustomDomain,
  claimCustomDomain,
  checkCustomDomain,
  getJoinCode,
  rotateJoinCode,
  getOnboarding,
  skipOnboarding,
  getCookieConsent,
  giveCookieConsent,
  getLegalConsent,
  giveLegalConsent,
  getNotificationSettings,
  replaceNotificationSettings,
  getNotificationPreferences,
  updateNotificationPreferences,
  deleteSignUpEmail,
  deleteOwnMembership,
  deleteOrganisationVerification,
  deletePolicyAcceptances,
  getQaSubscription,
  replaceQaSubscription,
  deleteQaSubscription,
  replaceQaDomainClaim,
  deleteQaDomainClaim,
  listCourses,
  createCourse,
  listRecentCourses,
  getCourse,
  replaceCourse,
  updateCourse,
  deleteCourse,
  touchCourse,
  getPrice,
  replacePrice,
  createPreviewToken,
  getCurriculum,
  getPhonePreview,
  listChapters,
  createChapter,
  reorderChapters,
  getChapter,
  updateChapter,
  deleteChapter,
  duplicateChapter,
  publishChapter,
  listLessons,
  createLesson,
  reorderLessons,
  getLesson,
  updateLesson,
  deleteLesson,
  duplicateLesson,
  moveLesson,
  updateLessonSchedule,
  getCourseSchedule,
  shiftCourseSchedule,
  getLessonProgress,
  recordLessonProgress,
  suggestLandingCopy,
  listHeroImages,
  generateHeroImage,
  importHeroImage,
  uploadHeroImage,
  deleteHeroImage,
  selectHeroImage,
  enroll,
  listLearners,
  resetLearnerPassword,
  listCohorts,
  createCohort,
  updateCohort,
  deleteCohort,
  updateCohortMembers,
  discoverCourses,
  listEnrollments,
  getEngagement,
  openCourse,
  getCourseProgress,
  createUpload,
  getUpload,
  deleteUpload,
  completeUpload,
  createMedia,
  deleteMedia,
  createDocument,
  createExternalDocument,
  deleteDocument,
  listStorageObjects,
  getStorageUsage,
  purgeCourse,
  deleteLessonAttempts,
  createStorageBallast,
  deleteStorageBallast,
  deleteStorageAddon,
  listWebhookEndpoints,
  createWebhookEndpoint,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  redeliverWebhookDelivery,
};
