import { organisationOfHost } from '../../http/named-organisation.ts';
import { faultsOf, form, notice, select } from '../parts/form.ts';
import { html, type Part } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { back, ownProof, proofIn } from './own-proof.ts';

const SUCCESSOR = 'successor.';

/** Returns the organisations that need a successor: those that the operation has named, and those for which one was chosen. */
function withoutOwner({ problem, form: sent, me }: Visit): { id: string; name: string }[] {
  const named = (problem as { organisations?: { id: string; name: string }[] } | null)?.organisations ?? [];
  const chosen = (me?.memberships ?? []).filter(({ organisation: { id } }) => sent[SUCCESSOR + id] !== undefined);
  return named.length ? named : chosen.map(({ organisation }) => organisation);
}

/** Returns the possible successors: the staff, or the learners if there is no other staff. The host of an organisation reveals nothing about others. */
async function heirsOf({ call, me, services, req }: Visit, id: string): Promise<[string, string][]> {
  const byHost = organisationOfHost(services, req);
  if (byHost.host !== null || byHost.name !== null) return [];
  const members = async (role?: string) => {
    const { results } = await call('listMembers', { query: { page_size: '200', ...(role && { role }) }, headers: { 'x-organisation': id } });
    return results.filter(({ user }) => user.id !== me?.id).map(({ user }): [string, string] => [user.id, `${user.name} (${user.email})`]);
  };
  const staff = await members('creator');
  return staff.length ? staff : members();
}

/** Lets the user choose who takes over each of these organisations. */
async function successors(visit: Visit, organisations: readonly { id: string; name: string }[]): Promise<Part> {
  const { say } = visit;
  const heirs = await Promise.all(organisations.map(({ id }) => heirsOf(visit, id)));
  return (
    organisations.length > 0 &&
    html`<p>${say('page.deletion.owner')}</p>${organisations.map(({ id, name }, index) => {
      const known = heirs[index] ?? [];
      if (known.length === 0) return html`<p>${name}</p>`;
      return select(visit, {
        name: SUCCESSOR + id,
        label: say('page.deletion.successor', { organisation: name }),
        options: [['', say('page.deletion.choose')], ...known],
      });
    })}`
  );
}

/** Renames the fields in the faults of successors to those of this form. */
function named(visit: Visit): Visit {
  const { problem, form: sent } = visit;
  const chosen = chosenIn(sent);
  const errors = faultsOf(visit).map((fault) => {
    const id = chosen[Number(/^successors\.(\d+)\./.exec(fault.field)?.[1])]?.organisation_id;
    return id === undefined ? fault : { ...fault, field: SUCCESSOR + id };
  });
  return { ...visit, problem: problem && { ...problem, ...(errors.length && { errors }) } };
}

const chosenIn = (sent: Visit['form']): { organisation_id: string; user_id: string }[] =>
  Object.entries(sent).flatMap(([name, user_id]) =>
    name.startsWith(SUCCESSOR) && user_id ? [{ organisation_id: name.slice(SUCCESSOR.length), user_id }] : [],
  );

/** Schedules the account for deletion. */
export const deletion: PageRoute = {
  path: '/account/delete',
  needsUser: true,
  async show(visit) {
    const { say, link } = visit;
    return {
      title: say('page.deletion.title'),
      main: html`<div class="card"><p>${say('page.deletion.text')}</p>
<p><a href="${link('/account/export')}">${say('page.deletion.export')}</a></p>
${form({ action: link('/account/delete'), submit: say('page.deletion.submit'), hidden: { do: 'delete' }, isSecondary: true }, await successors(named(visit), withoutOwner(visit)), await ownProof(visit))}</div>
${back(visit)}`,
    };
  },
  async act(visit) {
    const chosen = chosenIn(visit.form);
    const { due_at } = await visit.call('deleteMe', { body: { ...proofIn(visit.form), ...(chosen.length && { successors: chosen }) } });
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
