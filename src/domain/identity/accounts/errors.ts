import type { Shape } from '../../kernel/contract.ts';

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    account_is_personal: NoMembers;
    already_set_up: NoMembers;
    invalid_code: NoMembers;
    invalid_credentials: NoMembers;
    only_sign_in: NoMembers;
    phone_attached: NoMembers;
    phone_not_attached: NoMembers;
    phone_taken: NoMembers;
    provider_email_unverified: NoMembers;
    provider_refused: NoMembers;
    provider_unreachable: NoMembers;
    reauthentication_required: Pick<Shape<'ReauthenticationRequiredProblem'>, 'methods' | 'providers'>;
    totp_enabled: NoMembers;
    totp_not_enabled: NoMembers;
    totp_not_started: NoMembers;
  }
}
