import { OutageError, RefusedError } from '../outages/outage.ts';
import { reasonOf } from '../outages/reason.ts';

/** The members of nodemailer's errors. */
interface SmtpError extends Error {
  code?: string;
  /** The command that failed, for example `RCPT TO`; `API` if no command was sent. */
  command?: string;
  responseCode?: number;
  response?: string;
}

const AUTHENTICATION_REQUIRED = 530;
/** Class 5 of RFC 3463, subject 7: security or policy, for example relaying that the configuration does not allow. */
const BY_POLICY = /^5\.7\./;

/**
 * Turns an error of nodemailer into a RefusedError if the mail can never be delivered, and otherwise into an OutageError: the server is out of order,
 * or our configuration is wrong. The text of the server's response is left out, because it often repeats the recipient.
 */
export function smtpFailure(error: unknown): OutageError | RefusedError {
  const { code, command, responseCode, response = '' } = error as SmtpError;
  if (responseCode === undefined) {
    if (code === 'EENVELOPE') return new RefusedError('mail', 'the recipient is not an address that mails can be sent to', error);
    return new OutageError('mail', `the mail server did not respond: ${reasonOf(error)}`, { cause: error });
  }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  const said = [responseCode, enhanced].filter(Boolean).join(' ');
  if (code === 'EAUTH') return new OutageError('mail', `the mail server refused the user name or the password of SMTP_URL (${said})`, { cause: error });
  if (responseCode >= 500 && responseCode !== AUTHENTICATION_REQUIRED) {
    if (command === 'RCPT TO' && !BY_POLICY.test(enhanced ?? '')) return new RefusedError('mail', `the mail server refused the recipient (${said})`, error);
    if (command === 'DATA') return new RefusedError('mail', `the mail server refused the message (${said})`, error);
  }
  return new OutageError('mail', `the mail server responded to ${command ?? 'the connection'} with ${said}`, { cause: error });
}
