import { NotFoundError } from '../../domain/kernel/errors.ts';
import { isFromOwnMachine } from '../../http/own-machine.ts';
import type { Demo, DemoRole } from '../../http/services.ts';
import { form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { afterFirstFactor } from './sign-in.ts';

const ROLES = { learner: 'page.start.demo_learner', creator: 'page.start.demo_creator', owner: 'page.start.demo_owner' } as const;

const HOMES: Record<DemoRole, string> = { learner: '/learn', creator: '/catalogue', owner: '/catalogue' };

/** Shows the demo's details to the person at its machine. */
export const demoCard = (visit: Visit, demo: Demo | null): Html => html`<section class="card"><h2>${visit.say('page.start.demo')}</h2>
${demo?.accounts.owner && html`<p>${visit.say('page.start.demo_text')} <span class="mono">${demo.accounts.owner.email}</span> / <span class="mono">${demo.accounts.owner.password}</span></p>`}
${demo && demoButtons(visit, demo)}
${demo?.hasChanged && html`<p class="quiet">${visit.say('page.start.demo_changed')}</p>`}
<ul class="links">${demo && html`<li><a href="/catalogue?organisation=${demo.subdomain}">${visit.say('page.nav.catalogue')}</a></li>`}<li><a href="/outbox">${visit.say('page.outbox.title')}</a></li></ul></section>`;

function demoButtons({ say, link }: Visit, { accounts }: Demo): Html | null {
  const roles = (Object.keys(ROLES) as DemoRole[]).filter((role) => accounts[role]);
  if (roles.length === 0) return null;
  return html`<p>${say('page.start.demo_roles')}</p>
<div class="row">${roles.map((role) => form({ action: link('/demo'), submit: say(ROLES[role]), hidden: { role }, isSecondary: true }))}</div>`;
}

/** Signs in to the demo, only from the machine on which its credentials are also shown. */
export const demo: PageRoute = {
  path: '/demo',
  show: ({ link }) => ({ redirect: link('/') }),
  async act(visit) {
    const { services, req, call, form: sent, link } = visit;
    const role = Object.hasOwn(ROLES, sent.role ?? '') ? (sent.role as DemoRole) : null;
    if (!role || !services.demo || !isFromOwnMachine(req)) throw new NotFoundError();
    const found = await services.demo.read();
    const account = found?.accounts[role];
    // The start page explains why the button is gone.
    if (!account) return { redirect: link('/') };
    const next = `${HOMES[role]}?organisation=${found.subdomain}`;
    const signedIn = await call('logIn', { body: { email: account.email, password: account.password } });
    return afterFirstFactor({ ...visit, form: { next } }, signedIn);
  },
};
