export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    already_subscribed: NoMembers;
    subscription_active: NoMembers;
    subscription_over: NoMembers;
    payment_overdue: NoMembers;
    payment_refused: NoMembers;
    plan_not_changeable: NoMembers;
  }
}
