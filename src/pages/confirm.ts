import { RefusedCall } from '../http/contract/call.ts';
import type { Problem } from '../http/problems.ts';
import { field, form, notice } from './parts/form.ts';
import { type Html, html } from './parts/html.ts';
import type { Answer, Page, Visit } from './visit.ts';
import { nameOf, providersHere } from './visitor/sign-in.ts';

/** Prefix of the fields of the form that asks for a proof. All other fields belong to the form that needs the proof, and are kept. */
const PREFIX = 'proof_';
const PASSWORD = `${PREFIX}password`;
const CODE = `${PREFIX}code`;
const METHOD = `${PREFIX}method`;
const SEND = `${PREFIX}send`;
/** Field with the accepted methods of proof, for showing the form again. The operation checks the method itself. */
const WAYS = `${PREFIX}ways`;
const PROVIDERS = `${PREFIX}providers`;

const SENT = { email: 'page.second_factor.email', sms: 'page.second_factor.sms' } as const;
const SENDERS = { email: 'page.confirm.send_email', sms: 'page.confirm.send_sms' } as const;
type Channel = keyof typeof SENT;

interface Ways {
  methods: readonly string[];
  providers: readonly string[];
}

/** Shows a form for a proof of who uses the session, in place of the page. Giving the proof submits the original form again. */
export function askForProof(visit: Visit, { methods, providers }: Ways, sent?: Channel): Page {
  const { say, link, req } = visit;
  const action = link(req.path);
  const entered = Object.fromEntries(Object.entries(visit.form).filter(([name]) => !name.startsWith(PREFIX)));
  const kept = { ...entered, [WAYS]: methods.join(','), [PROVIDERS]: providers.join(',') };
  const submit = say('page.confirm.submit');
  const codeField = (isNumeric: boolean): Html =>
    field(visit, { name: CODE, label: say('page.field.code'), autocomplete: 'one-time-code', ...(isNumeric ? { inputmode: 'numeric' as const } : {}) });
  const password = field(visit, { name: PASSWORD, label: say('page.field.password'), type: 'password', autocomplete: 'current-password' });
  const by = (method: string, fields: Html): Html => form({ action, submit, hidden: { ...kept, [METHOD]: method } }, fields);
  const channels = (['email', 'sms'] as const).filter((channel) => methods.includes(channel));
  return {
    title: say('page.confirm.title'),
    main: html`${notice(sent && say(SENT[sent]))}
<div class="card">
<p>${say('page.confirm.text')}</p>
${sent && by(sent, codeField(true))}
${!sent && methods.includes('password') && by('password', password)}
${!sent && methods.includes('totp') && html`<p>${say('page.confirm.totp')}</p>${by('totp', codeField(false))}`}
${channels.map((channel) => form({ action, submit: say(SENDERS[channel]), hidden: { ...kept, [SEND]: channel }, isSecondary: true }))}
${providersHere(visit, providers).map((provider) =>
  form({
    action: link('/sign-in/provider'),
    submit: say('page.sign_in.provider', { provider: nameOf(provider) }),
    hidden: { provider, proves: 'on', next: req.originalUrl },
    isSecondary: true,
  }),
)}
</div>`,
  };
}

/**
 * Carries out a form, after checking the proof that came with it, if any. If the proof is missing or wrong, the visitor is asked for it, and their entries
 * are kept.
 */
export async function actWithProof(visit: Visit, act: (visit: Visit) => Promise<Answer>): Promise<{ visit: Visit; answer: Answer }> {
  const { call, form: sent } = visit;
  const ways = { methods: listed(sent[WAYS]), providers: listed(sent[PROVIDERS]) };
  const again = (problem: Problem, { methods, providers }: Ways, channel?: Channel) => {
    const refused = { ...visit, problem };
    return { visit: refused, answer: { status: problem.status, ...askForProof(refused, { methods, providers }, channel) } };
  };
  const channel = channelOf(sent[SEND]);
  const method = sent[METHOD];
  try {
    if (channel) {
      await call('sendReauthenticationCode', { body: { channel } });
      return { visit, answer: askForProof(visit, ways, channel) };
    }
    if (method !== undefined)
      await call('reauthenticate', { body: { method, ...(method === 'password' ? { password: sent[PASSWORD] } : { code: (sent[CODE] ?? '').trim() }) } });
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.problem.status === 401) throw error;
    return again(ofProof(error.problem), ways, channelOf(method));
  }
  try {
    return { visit, answer: await act(visit) };
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.problem.code !== 'reauthentication_required') throw error;
    return again(error.problem, error.problem as unknown as Ways);
  }
}

const listed = (text: string | undefined): string[] => (text ? text.split(',') : []);

const channelOf = (name: string | undefined): Channel | undefined => (name !== undefined && Object.hasOwn(SENT, name) ? (name as Channel) : undefined);

/** Renames the fields in the operation's faults to those of this form. */
const ofProof = (problem: Problem): Problem => ({
  ...problem,
  errors: ((problem.errors ?? []) as { field: string }[]).map((fault) => ({ ...fault, field: PREFIX + fault.field })),
});
