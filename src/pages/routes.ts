import { account, changePassword, signOut } from './account.ts';
import { appOnly } from './app-only.ts';
import { catalogue } from './catalogue.ts';
import { certificate, certificates } from './certificates.ts';
import { course } from './course.ts';
import { dataExports } from './data-exports.ts';
import { guestOrder } from './guest-order.ts';
import { invite } from './invite.ts';
import { join } from './join.ts';
import { notifications } from './notifications.ts';
import { order } from './order.ts';
import { outbox, outboxMail } from './outbox.ts';
import { preview } from './preview.ts';
import { providerCallback, providerSignIn } from './provider-sign-in.ts';
import { resetPassword } from './reset-password.ts';
import { sandboxCheckout } from './sandbox-checkout.ts';
import { sandboxOnboarding } from './sandbox-onboarding.ts';
import { resendCode, secondFactor } from './second-factor.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { start } from './start.ts';
import { subscription } from './subscription.ts';
import { unsubscribe } from './unsubscribe.ts';
import { verifyEmail } from './verify-email.ts';
import type { PageRoute } from './visit.ts';

/** Every page of the service. */
export const ROUTES: readonly PageRoute[] = [
  start,
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
  changePassword,
  signOut,
  dataExports,
  notifications,
  subscription,
  unsubscribe,
  preview,
  certificate,
  certificates,
  catalogue,
  course,
  order,
  guestOrder,
  sandboxCheckout,
  sandboxOnboarding,
  outbox,
  outboxMail,
  ...appOnly,
];
