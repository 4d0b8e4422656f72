import type { Shape } from '../../domain/kernel/contract.ts';
import type { Answer, Needs, Visit } from '../visit.ts';
import { checkbox, folded } from './form.ts';
import { type Html, html } from './html.ts';

/** Returns the needs of a page whose form leads to the payment gateway. */
export const gatewayNeeds = ({ services }: Visit): Needs => ({ submits: services.ports.payments?.pageOrigins ?? [] });

/**
 * Leads from a form to a page of the payment gateway. The pages of the sandbox exist on each host of the service. If the content security policy of the form
 * does not name the page, such as one at the seller's own domain, it is reached by a link.
 */
export function toGateway(visit: Visit, url: string, { title, submit }: { title: string; submit: string }): Answer {
  const { base, say } = visit;
  const { origin, pathname, search } = new URL(url);
  if (origin === new URL(base).origin) return { redirect: pathname + search };
  if (gatewayNeeds(visit).submits?.includes(origin)) return { redirect: url };
  return { title, main: html`<p>${say('page.course.buying')}</p><p><a class="button" href="${url}">${submit}</a></p>` };
}

/** Returns the consent that a buyer has given in the form. */
export const consentOf = (sent: Visit['form']): Shape<'ConsentWrite'> => ({
  version: Number(sent.terms_version),
  terms: sent['consent.terms'] === 'on',
  immediate_access: sent['consent.immediate_access'] === 'on',
});

/** Asks for consent to each text. Buyers can read the terms in place. */
export const consent = (visit: Visit, { terms, immediate_access }: Shape<'CheckoutTerms'>): Html => html`
${
  terms !== null &&
  html`${folded(visit.say('page.course.terms'), false, paragraphs(terms))}
${checkbox(visit, { name: 'consent.terms', label: visit.say('page.course.accept_terms'), isRequired: true })}`
}
${immediate_access !== null && checkbox(visit, { name: 'consent.immediate_access', label: immediate_access, isRequired: true })}`;

const paragraphs = (text: string): Html[] => text.split('\n').map((line) => html`<p>${line}</p>`);
