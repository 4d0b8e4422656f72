import { form, notice } from '../parts/form.ts';
import { html, type Part } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { back, ownProof, proofIn } from './own-proof.ts';

/** The organisations whose learners would be left without an owner. */
function withoutOwner({ problem, say }: Visit): Part {
  const organisations = (problem as { organisations?: { name: string }[] } | null)?.organisations ?? [];
  return (
    organisations.length > 0 &&
    html`<div class="card"><p>${say('page.deletion.owner')}</p><ul>${organisations.map(({ name }) => html`<li>${name}</li>`)}</ul></div>`
  );
}

/** Schedules the account for deletion. */
export const deletion: PageRoute = {
  path: '/account/delete',
  needsUser: true,
  async show(visit) {
    const { say, link } = visit;
    return {
      title: say('page.deletion.title'),
      main: html`${withoutOwner(visit)}
<div class="card"><p>${say('page.deletion.text')}</p>
<p><a href="${link('/account/export')}">${say('page.deletion.export')}</a></p>
${form({ action: link('/account/delete'), submit: say('page.deletion.submit'), hidden: { do: 'delete' }, isSecondary: true }, await ownProof(visit))}</div>
${back(visit)}`,
    };
  },
  async act(visit) {
    const { due_at } = await visit.call('deleteMe', { body: proofIn(visit.form) });
    return {
      title: visit.say('page.deletion.title'),
      main: html`${notice(visit.say('page.deletion.scheduled', { at: new Date(due_at) }))}<p><a href="${visit.link('/')}">${visit.say('page.nav.label')}</a></p>`,
    };
  },
};

/** Ends the membership of the user in the organisation that the URL names. */
export const leave: PageRoute = {
  path: '/account/leave',
  needsUser: true,
  show(visit) {
    const { say, link, site } = visit;
    if (!site) return { redirect: link('/account') };
    return {
      title: say('page.leave.title', { organisation: site.name }),
      main: html`<div class="card"><p>${say('page.leave.text', { organisation: site.name })}</p>
${form({ action: link('/account/leave'), submit: say('page.leave.submit'), hidden: { do: 'leave' }, isSecondary: true })}</div>
${back(visit)}`,
    };
  },
  async act({ call }) {
    await call('leaveOrganisation');
    return { redirect: '/account?notice=left' };
  },
};
