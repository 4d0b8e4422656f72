import type { ValidateFunction } from 'ajv';
import validators from '../../../generated/request-validators.cjs';
import type { Shape } from './contract.ts';
import { ValidationError } from './errors.ts';
import { schemaFaults } from './schema-faults.ts';

const BODIES = {
  CourseWrite: validators.body_createAgentCourse,
  ChapterWrite: validators.body_createAgentChapter,
  LessonWrite: validators.body_createAgentLesson,
  CertificateSettingsWrite: validators.body_replaceCertificateSettings,
  LessonProgressWrite: validators.body_recordLessonProgress,
  DiscussionSettingsWrite: validators.body_replaceDiscussionSettings,
  GradeWrite: validators.body_writeGrade,
  DiscussionTopicWrite: validators.body_createDiscussionTopic,
  DiscussionReplyWrite: validators.body_createDiscussionReply,
  SellerDetailsWrite: validators.body_replaceSellerDetails,
  PriceWrite: validators.body_replacePrice,
  RefundPolicyWrite: validators.body_replaceRefundPolicy,
  CouponWrite: validators.body_createCoupon,
  CheckoutWrite: validators.body_startCheckout,
  OrderRefundRequest: validators.body_refundOrganisationOrder,
  WebhookEndpointWrite: validators.body_createWebhookEndpoint,
  ServiceSetup: validators.body_setUpService,
} satisfies Record<string, ValidateFunction>;

/** Validates an input that does not come through HTTP against the contract and fills in the defaults, as for a request.
 * @throws ValidationError */
export function contractInput<Name extends keyof typeof BODIES>(name: Name, input: object): Shape<Name> {
  const copy = structuredClone(input);
  const validate = BODIES[name];
  if (!validate(copy)) throw new ValidationError(schemaFaults(validate.errors ?? []));
  return copy as Shape<Name>;
}
