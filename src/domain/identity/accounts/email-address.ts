import validators from '../../../../generated/request-validators.cjs';

/** Whether a text is an address as the contract takes them. For addresses that do not come in a request. */
export const isEmailAddress = (text: string): boolean => validators.body_requestPasswordReset({ email: text });
