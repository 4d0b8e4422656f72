import { faultsOf, field, form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';

/** Lets somebody who is signed in set up an organisation, whose owner they become. */
export const setup: PageRoute = {
  path: '/setup',
  needsUser: true,
  show(visit) {
    const { say, link } = visit;
    const isTaken = faultsOf(visit).some(({ field: name, code }) => name === 'subdomain' && code === 'taken');
    return {
      title: say('page.setup.title'),
      main: html`<p>${say('page.setup.text')}</p>
<div class="card">${isTaken && html`<p class="fault">${say('page.setup.taken')}</p>`}${form(
        { action: link('/setup'), submit: say('page.setup.submit') },
        field(visit, { name: 'name', label: say('page.setup.name'), autocomplete: 'organization' }),
        field(visit, { name: 'subdomain', label: say('page.setup.subdomain'), autocomplete: 'off', hint: say('page.setup.subdomain_hint') }),
      )}</div>`,
    };
  },
  async act({ call, form: { name = '', subdomain = '' } }) {
    const made = await call('setUpOrganisation', { body: { name, subdomain } });
    return { redirect: `/account?${new URLSearchParams({ organisation: made.subdomain, notice: 'set_up' }).toString()}` };
  },
};
