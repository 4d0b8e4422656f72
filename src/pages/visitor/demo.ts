import { NotFoundError } from '../../domain/kernel/errors.ts';
import { isFromOwnMachine } from '../../http/own-machine.ts';
import type { DemoSignIn } from '../../http/services.ts';
import { form } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

const ROLES = { learner: 'page.start.demo_learner', creator: 'page.start.demo_creator', owner: 'page.start.demo_owner' } as const;

type Role = keyof typeof ROLES;

const HOMES: Record<Role, string> = { learner: '/learn', creator: '/catalogue', owner: '/catalogue' };

const accountOf = (signIn: DemoSignIn, role: Role): { email: string; password: string } | undefined => (role === 'owner' ? signIn : signIn[role]);

/** Lets the person at the machine of the demo look around as one of its people. */
export const demoButtons = ({ say, link }: Visit, signIn: DemoSignIn): Html => html`<p>${say('page.start.demo_roles')}</p>
<div class="row">${(Object.keys(ROLES) as Role[])
  .filter((role) => accountOf(signIn, role))
  .map((role) => form({ action: link('/demo'), submit: say(ROLES[role]), hidden: { role }, isSecondary: true }))}</div>`;

/** Signs in with the demo, where the sign-in of the demo can be read, too. */
export const demo: PageRoute = {
  path: '/demo',
  show: ({ link }) => ({ redirect: link('/') }),
  async act({ services, req, call, form: sent }) {
    const signIn = services.demo && isFromOwnMachine(req) ? await services.demo.signIn() : null;
    const role = Object.hasOwn(ROLES, sent.role ?? '') ? (sent.role as Role) : null;
    const account = signIn && role && accountOf(signIn, role);
    if (!account) throw new NotFoundError();
    await call('logIn', { body: { email: account.email, password: account.password } });
    return { redirect: `${HOMES[role]}?organisation=demo` };
  },
};
