export {};

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    already_subscribed: { subscription_id: string };
    subscription_active: { subscription_id: string };
    subscription_over: NoMembers;
    payment_overdue: NoMembers;
    payment_refused: NoMembers;
    plan_not_changeable: NoMembers;
  }
}
