import type { Shape } from '../../domain/kernel/contract.ts';
import { faultsOf, field, form } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { zoneField, zoneNeeds, zoneOf } from '../parts/zone.ts';
import type { Answer, Page, PageRoute, Visit } from '../visit.ts';

const tokenOf = ({ query, form: sent }: Visit): string | undefined => sent.token ?? query.token;

/** Returns whether the service is waiting for its first organisation, and whether this visitor may create it. */
export const setupState = (visit: Visit, token?: string): Promise<Shape<'SetupState'>> =>
  visit.call('getSetup', { query: token ? { token: token.slice(0, 100) } : {} });

/** Writes the notice on other pages that the service has not been set up yet, with a link for visitors who may do so from where they are. */
export async function setupNotice(visit: Visit): Promise<Part> {
  const { say, link, site, me } = visit;
  if (site || me) return null;
  const { is_needed, is_open } = await setupState(visit);
  return (
    is_needed &&
    html`<section class="card"><h2>${say('page.first_setup.title')}</h2>
${is_open ? html`<p>${say('page.first_setup.text')}</p><p><a class="button" href="${link('/setup')}">${say('page.first_setup.open')}</a></p>` : html`<p>${say('page.first_setup.by_link')}</p>`}</section>`
  );
}

/** Refuses the setup without a valid link, and says that only the operator can provide one. */
const closed = ({ say }: Visit, isLink: boolean): Page => ({
  status: isLink ? 410 : 403,
  title: say('page.first_setup.title'),
  main: html`<div class="card">${isLink && html`<p>${say('page.first_setup.link_over')}</p>`}<p>${say('page.first_setup.by_link')}</p></div>`,
});

const organisationFields = (visit: Visit, name: string): Html => html`
${field(visit, { name, label: visit.say('page.setup.name'), autocomplete: 'organization' })}
${field(visit, { name: 'subdomain', label: visit.say('page.setup.subdomain'), autocomplete: 'off', hint: visit.say('page.setup.subdomain_hint') })}`;

/** Shows the form with which the operator of the service creates its first organisation and their own account. */
function firstSetup(visit: Visit): Page {
  const { say, link } = visit;
  return {
    title: say('page.first_setup.title'),
    needs: zoneNeeds,
    main: html`<p>${say('page.first_setup.text')}</p>
<div class="card">${form(
      { action: link('/setup'), submit: say('page.first_setup.submit'), hidden: { token: tokenOf(visit), first: '1', ...zoneField(visit) } },
      organisationFields(visit, 'organisation'),
      field(visit, { name: 'name', label: say('page.field.name'), autocomplete: 'name' }),
      field(visit, { name: 'email', label: say('page.field.email'), type: 'email', autocomplete: 'username' }),
      field(visit, { name: 'password', label: say('page.field.password'), type: 'password', autocomplete: 'new-password', hint: say('page.hint.password') }),
    )}</div>`,
  };
}

async function first(visit: Visit): Promise<Answer> {
  const { link, problem } = visit;
  const token = tokenOf(visit);
  const isRefused = problem?.code === 'already_set_up' || faultsOf(visit).some(({ field: name }) => name === 'token');
  const { is_needed, is_open } = await setupState(visit, token);
  if (is_open && !isRefused) return firstSetup(visit);
  if (is_needed) return closed(visit, token !== undefined);
  return { redirect: link('/sign-in', token !== undefined || problem ? { notice: 'set_up' } : { next: link('/setup') }) };
}

/** Creates the first organisation with its owner. Later, lets signed-in users set up another organisation, whose owner they become. */
export const setup: PageRoute = {
  path: '/setup',
  show(visit) {
    const { say, link, me } = visit;
    if (!me || tokenOf(visit) !== undefined || visit.form.first) return first(visit);
    const isTaken = faultsOf(visit).some(({ field: name, code }) => name === 'subdomain' && code === 'taken');
    return {
      title: say('page.setup.title'),
      needs: zoneNeeds,
      main: html`<p>${say('page.setup.text')}</p>
<div class="card">${isTaken && html`<p class="fault">${say('page.setup.taken')}</p>`}${form({ action: link('/setup'), submit: say('page.setup.submit'), hidden: zoneField(visit) }, organisationFields(visit, 'name'))}</div>`,
    };
  },
  async act(visit) {
    const { call, reader, form: sent } = visit;
    const { name = '', subdomain = '' } = sent;
    const { language } = reader;
    const made = sent.first
      ? await call('setUpService', {
          body: {
            ...{ token: sent.token, organisation: sent.organisation ?? '', email: sent.email ?? '', password: sent.password ?? '', name, subdomain, language },
            ...zoneOf(visit),
          },
        })
      : await call('setUpOrganisation', { body: { name, subdomain, ...zoneOf(visit) } });
    return { redirect: `/account?${new URLSearchParams({ organisation: made.subdomain, notice: 'set_up' }).toString()}` };
  },
};
