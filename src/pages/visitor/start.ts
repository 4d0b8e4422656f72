import { isFromOwnMachine } from '../../http/own-machine.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';
import { demoCard } from './demo.ts';
import { setupNotice } from './setup.ts';

export const start: PageRoute = {
  path: '/',
  async show(visit) {
    const { say, link, site, me, services, req } = visit;
    const demo = services.demo && isFromOwnMachine(req) ? demoCard(visit, await services.demo.read()) : null;
    return {
      isPublic: site !== undefined && !demo,
      title: site?.name ?? services.ports.serviceName,
      main: html`${await setupNotice(visit)}${!(site && me) && html`<p>${say(site ? 'page.start.site_text' : 'page.start.text')}</p>`}
<p class="row">${site && html`<a class="button" href="${link('/catalogue')}">${say('page.nav.catalogue')}</a>`}
${me ? html`<a class="button${site && ' secondary'}" href="${link('/learn')}">${say('page.learn.title')}</a> <a class="button secondary" href="${link('/account')}">${say('page.account.title')}</a>` : html`<a class="button${site ? ' secondary' : ''}" href="${link('/sign-in')}">${say('page.sign_in.title')}</a> <a class="button secondary" href="${link('/sign-up')}">${say('page.sign_up.title')}</a>`}</p>
${demo}
${
  !site &&
  html`<section class="card"><h2>${say('page.start.developers')}</h2>
<ul class="links">
<li><a href="/docs">${say('page.start.reference')}</a></li>
<li><a href="/docs/operations">${say('page.start.operations')}</a></li>
<li><a href="/docs/development">${say('page.start.development')}</a></li>
<li><a href="/openapi.json">${say('page.start.contract')}</a></li>
<li><a href="/problems">${say('page.start.errors')}</a></li>
<li><a href="/healthz">${say('page.start.health')}</a></li>
</ul></section>`
}`,
    };
  },
};
