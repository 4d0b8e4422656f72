import { account, signOut } from './account/account.ts';
import { affiliation, affiliations } from './account/affiliations.ts';
import { authenticator } from './account/authenticator.ts';
import { badge } from './account/badge.ts';
import { certificates } from './account/certificates.ts';
import { dataExports } from './account/data-exports.ts';
import { deletion, leave } from './account/deletion.ts';
import { notifications } from './account/notifications.ts';
import { order } from './account/order.ts';
import { orders } from './account/orders.ts';
import { phone } from './account/phone.ts';
import { planChange } from './account/plan-change.ts';
import { providers } from './account/providers.ts';
import { changePassword, security } from './account/security.ts';
import { sessions } from './account/sessions.ts';
import { subscription } from './account/subscription.ts';
import { lessonCaptions } from './learner/captions.ts';
import { learnCourse } from './learner/course.ts';
import { discussion, topic } from './learner/discussion.ts';
import { grades } from './learner/grades.ts';
import { learn } from './learner/learn.ts';
import { learnLesson } from './learner/lesson.ts';
import type { PageRoute } from './visit.ts';
import { appOnly } from './visitor/app-only.ts';
import { catalogue } from './visitor/catalogue.ts';
import { certificate, certificateSearch } from './visitor/certificate.ts';
import { course } from './visitor/course.ts';
import { robots, sitemap } from './visitor/crawlers.ts';
import { demo } from './visitor/demo.ts';
import { guestOrder } from './visitor/guest-order.ts';
import { invite } from './visitor/invite.ts';
import { join } from './visitor/join.ts';
import { language } from './visitor/language.ts';
import { legal } from './visitor/legal.ts';
import { outbox, outboxMail } from './visitor/outbox.ts';
import { plan, plans } from './visitor/plans.ts';
import { preview } from './visitor/preview.ts';
import { providerCallback, providerSignIn } from './visitor/provider-sign-in.ts';
import { redeem } from './visitor/redeem.ts';
import { resetPassword } from './visitor/reset-password.ts';
import { sandboxCheckout } from './visitor/sandbox-checkout.ts';
import { sandboxOnboarding } from './visitor/sandbox-onboarding.ts';
import { resendCode, secondFactor } from './visitor/second-factor.ts';
import { setup } from './visitor/setup.ts';
import { signIn } from './visitor/sign-in.ts';
import { signUp } from './visitor/sign-up.ts';
import { start } from './visitor/start.ts';
import { unsubscribe } from './visitor/unsubscribe.ts';
import { verifyEmail } from './visitor/verify-email.ts';

/** Every page of the service. */
export const ROUTES: readonly PageRoute[] = [
  start,
  demo,
  setup,
  legal,
  language,
  signIn,
  secondFactor,
  resendCode,
  providerSignIn,
  providerCallback,
  signUp,
  join,
  invite,
  verifyEmail,
  resetPassword,
  account,
  security,
  changePassword,
  authenticator,
  phone,
  providers,
  sessions,
  orders,
  affiliations,
  affiliation,
  badge,
  deletion,
  leave,
  signOut,
  dataExports,
  notifications,
  subscription,
  planChange,
  plans,
  plan,
  unsubscribe,
  preview,
  certificate,
  certificateSearch,
  certificates,
  robots,
  sitemap,
  catalogue,
  course,
  redeem,
  learn,
  learnCourse,
  grades,
  discussion,
  topic,
  learnLesson,
  lessonCaptions,
  order,
  guestOrder,
  sandboxCheckout,
  sandboxOnboarding,
  outbox,
  outboxMail,
  ...appOnly,
];
