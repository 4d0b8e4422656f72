import { affiliateData } from '../../affiliates/partners/personal-data.ts';
import { referralData } from '../../affiliates/referrals/personal-data.ts';
import { aiGradingData } from '../../assessment/ai-grading/personal-data.ts';
import { answerSheetData } from '../../assessment/answer-sheets/personal-data.ts';
import { gradebookData } from '../../assessment/gradebook/personal-data.ts';
import { pagePictureData } from '../../assessment/page-pictures/personal-data.ts';
import { reviewData } from '../../assessment/review/personal-data.ts';
import { badgeData } from '../../attendance/badges/personal-data.ts';
import { deviceData } from '../../attendance/devices/personal-data.ts';
import { faceData } from '../../attendance/faces/personal-data.ts';
import { attendanceData } from '../../attendance/records/personal-data.ts';
import { certificateData } from '../../certificates/holding/personal-data.ts';
import { couponData } from '../../commerce/coupons/personal-data.ts';
import { invoiceData } from '../../commerce/invoices/personal-data.ts';
import { guestOrderData, orderData } from '../../commerce/orders/personal-data.ts';
import { planData } from '../../commerce/plans/personal-data.ts';
import { platformPurchaseData } from '../../commerce/platform-purchases/personal-data.ts';
import { reversalData } from '../../commerce/reversals/personal-data.ts';
import { subscriptionData } from '../../commerce/subscriptions/personal-data.ts';
import { discussionData } from '../../community/discussions/personal-data.ts';
import { fileData } from '../../files/personal-data.ts';
import { accountData } from '../../identity/accounts/personal-data.ts';
import { apiKeyData } from '../../identity/api-keys/personal-data.ts';
import { consentData } from '../../identity/consent/personal-data.ts';
import { auditData } from '../../kernel/audit/personal-data.ts';
import { eventData } from '../../kernel/events/personal-data.ts';
import { idempotencyData } from '../../kernel/idempotency/personal-data.ts';
import type { PersonalData } from '../../kernel/personal-data.ts';
import { overrideData } from '../../learning/access/personal-data.ts';
import { cohortData } from '../../learning/cohorts/personal-data.ts';
import { enrollmentData } from '../../learning/enrollments/personal-data.ts';
import { grantData } from '../../learning/grants/personal-data.ts';
import { packageStateData } from '../../learning/packages/personal-data.ts';
import { progressData } from '../../learning/progress/personal-data.ts';
import { quizData } from '../../learning/quizzes/personal-data.ts';
import { submissionData } from '../../learning/submissions/personal-data.ts';
import { notificationData } from '../../messages/notifications/personal-data.ts';
import { deliveryData } from '../../messages/webhooks/personal-data.ts';
import { inviteData } from '../../organisations/invites/personal-data.ts';
import { organisationData } from '../../organisations/organisations/personal-data.ts';
import { courseFileData } from '../../studio/course-files/personal-data.ts';
import { courseData } from '../../studio/courses/personal-data.ts';
import { packageData } from '../../studio/packages/personal-data.ts';
import { courseImportData } from '../../transfer/course-imports/personal-data.ts';
import { rosterData } from '../../transfer/roster-imports/personal-data.ts';
import { exportData } from './export-data.ts';

/**
 * All data that the service holds about users, from the areas that hold it. The export follows this order; the erasure goes in reverse, so that the
 * user's own row is erased last.
 *
 * The statements are plain SQL on purpose: a user's data is spread over many organisations, and these statements do not name an organisation. They
 * name users instead, and reach no rows of anyone else.
 */
export const PERSONAL_DATA: readonly PersonalData[] = [
  ...accountData,
  ...organisationData,
  ...inviteData,
  ...consentData,
  ...notificationData,
  ...apiKeyData,
  ...enrollmentData,
  ...grantData,
  ...cohortData,
  ...overrideData,
  ...progressData,
  ...packageStateData,
  ...quizData,
  ...submissionData,
  ...aiGradingData,
  ...answerSheetData,
  ...gradebookData,
  ...pagePictureData,
  ...reviewData,
  ...attendanceData,
  ...discussionData,
  ...badgeData,
  ...deviceData,
  ...faceData,
  ...certificateData,
  ...guestOrderData,
  ...affiliateData,
  ...referralData,
  ...couponData,
  ...planData,
  ...subscriptionData,
  ...platformPurchaseData,
  ...orderData,
  ...invoiceData,
  ...reversalData,
  ...courseImportData,
  ...rosterData,
  ...courseData,
  ...fileData,
  ...courseFileData,
  ...packageData,
  ...eventData,
  ...deliveryData,
  ...auditData,
  ...exportData,
  ...idempotencyData,
];
