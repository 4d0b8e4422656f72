import { askForProof } from '../confirm.ts';
import { field, form, notice } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { Answer, PageRoute, Visit } from '../visit.ts';
import { back, ownProof, proofIn } from './own-proof.ts';

const numberField = (visit: Visit) =>
  field(visit, { name: 'phone', label: visit.say('page.phone.number'), autocomplete: 'tel', hint: visit.say('page.phone.hint') });

/** Asks for the code that was sent to a number. */
function codeForm(visit: Visit, phone: string): Answer {
  const { say, link } = visit;
  return {
    title: say('page.phone.title'),
    main: html`<div class="card"><p>${say('page.phone.sent', { phone })}</p>
${form(
  { action: link('/account/phone'), submit: say('page.second_factor.submit'), hidden: { do: 'confirm', phone } },
  field(visit, { name: 'code', label: say('page.field.code'), autocomplete: 'one-time-code', inputmode: 'numeric' }),
)}
</div>${back(visit)}`,
  };
}

/** Adds a phone number to the account, or replaces it. The code for a number can be used only once, so the proof of who uses the session comes first. */
export const phone: PageRoute = {
  path: '/account/phone',
  needsUser: true,
  async show(visit) {
    const { say, link, me, form: sent, query } = visit;
    if (sent.do === 'confirm' && sent.phone) return codeForm(visit, sent.phone);
    return {
      title: say('page.phone.title'),
      main: html`${notice(query.notice === 'saved' && say('page.phone.saved'))}
<div class="card"><p>${me?.phone ? say('page.phone.current', { phone: me.phone }) : say('page.phone.none')}</p>
${form({ action: link('/account/phone'), submit: say('page.phone.send'), hidden: { do: 'send' } }, numberField(visit), me?.phone && (await ownProof(visit)))}
</div>
${back(visit)}`,
    };
  },
  async act(visit) {
    const { call, link, me, form: sent } = visit;
    const number = (sent.phone ?? '').replaceAll(/[\s()./-]/g, '');
    if (sent.do === 'send' && me?.phone) await call('startPhoneChange', { body: { phone: number, ...proofIn(sent) } });
    else if (!me?.phone) {
      const state = await call('getReauthentication');
      if (state.proved_until === null) return askForProof(visit, state);
      if (sent.do === 'send') await call('sendPhoneCode', { body: { phone: number, purpose: 'attach' } });
    }
    if (sent.do === 'send') return codeForm({ ...visit, form: {} }, number);
    const code = (sent.code ?? '').trim();
    if (me?.phone) await call('confirmPhoneChange', { body: { code } });
    else {
      const { phone_token } = await call('verifyPhoneCode', { body: { phone: number, code, purpose: 'attach' } });
      await call('attachPhone', { body: { phone_token } });
    }
    return { redirect: link('/account/phone', { notice: 'saved' }) };
  },
};
