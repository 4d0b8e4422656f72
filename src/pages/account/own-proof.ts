import { field } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import type { Visit } from '../visit.ts';

/** Writes the link back from a page about the account. */
export const back = ({ say, link }: Visit): Html => html`<p><a href="${link('/account')}">${say('page.account.back')}</a></p>`;

/**
 * Writes the field for the password, or else for a code of the authenticator, which some operations accept in their bodies. Users of accounts that have
 * neither are asked for another proof afterwards.
 */
export async function ownProof(visit: Visit): Promise<Part> {
  const { call, say } = visit;
  const { methods } = await call('getReauthentication');
  if (methods.includes('password'))
    return field(visit, { name: 'password', label: say('page.field.password'), type: 'password', autocomplete: 'current-password' });
  return (
    methods.includes('totp') && field(visit, { name: 'code', label: say('page.field.code'), autocomplete: 'one-time-code', hint: say('page.confirm.totp') })
  );
}

export const proofIn = ({ password, code }: Visit['form']): { password?: string; code?: string } => ({
  ...(password ? { password } : {}),
  ...(code ? { code: code.trim() } : {}),
});
