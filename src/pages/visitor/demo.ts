import { NotFoundError } from '../../domain/kernel/errors.ts';
import { isFromOwnMachine } from '../../http/own-machine.ts';
import { form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

const HOMES = { learner: '/learn', creator: '/catalogue' } as const;

/** Lets the person at the machine of the demo look around as one of its people. */
export const demoButtons = ({ say, link }: Visit): Html => html`<p>${say('page.start.demo_roles')}</p>
<div class="row">${form({ action: link('/demo'), submit: say('page.start.demo_learner'), hidden: { role: 'learner' }, isSecondary: true })}
${form({ action: link('/demo'), submit: say('page.start.demo_creator'), hidden: { role: 'creator' }, isSecondary: true })}</div>`;

/** Signs in with the demo, where the sign-in of the demo can be read, too. */
export const demo: PageRoute = {
  path: '/demo',
  show: ({ link }) => ({ redirect: link('/') }),
  async act({ services, req, call, form: sent }) {
    const signIn = services.demo && isFromOwnMachine(req) ? await services.demo.signIn() : null;
    const role = sent.role === 'learner' ? 'learner' : 'creator';
    const account = role === 'learner' ? signIn?.learner : signIn;
    if (!account) throw new NotFoundError();
    await call('logIn', { body: { email: account.email, password: account.password } });
    return { redirect: `${HOMES[role]}?organisation=demo` };
  },
};
