import validators from '../../../../generated/request-validators.cjs';

/** Whether a text is an email address that the contract accepts. For addresses that do not come from a request. */
export const isEmailAddress = (text: string): boolean => validators.body_requestPasswordReset({ email: text });
