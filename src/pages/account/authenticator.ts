import type { Shape } from '../../domain/kernel/contract.ts';
import { qrCode } from '../../platform/typeset/qr-code.ts';
import { field, form } from '../parts/form.ts';
import { Html, html } from '../parts/html.ts';
import type { Answer, PageRoute, Visit } from '../visit.ts';
import { back, ownProof, proofIn } from './own-proof.ts';

/** Shows the new secret for the authenticator, and asks for one of its codes. The form keeps the secret, because it is shown only once. */
function setUp(visit: Visit, uri: string): Answer {
  const { say, link } = visit;
  const secret = URL.canParse(uri) ? (new URL(uri).searchParams.get('secret') ?? '') : '';
  return {
    title: say('page.authenticator.title'),
    main: html`<div class="card">
<p>${say('page.authenticator.scan')}</p>
<div class="qr">${new Html(qrCode(uri).toString())}</div>
<p>${say('page.authenticator.type')} <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
<p><a href="${uri}">${say('page.authenticator.open')}</a></p>
${form(
  { action: link('/account/authenticator'), submit: say('page.authenticator.confirm'), hidden: { do: 'confirm', totp_secret: uri } },
  field(visit, { name: 'code', label: say('page.field.code'), autocomplete: 'one-time-code', inputmode: 'numeric' }),
)}
</div>${back(visit)}`,
  };
}

/** Shows the backup codes once, on the page on which they were requested. */
const codes = (visit: Visit, list: readonly string[]): Answer => ({
  title: visit.say('page.authenticator.codes'),
  main: html`<div class="card"><p>${visit.say('page.authenticator.codes_text')}</p>
<ul class="codes">${list.map((code) => html`<li><code>${code}</code></li>`)}</ul></div>
<p><a class="button" href="${visit.link('/account/security')}">${visit.say('page.authenticator.kept')}</a></p>`,
});

async function manage(visit: Visit): Promise<Html> {
  const { say, link } = visit;
  const action = link('/account/authenticator');
  const proof = await ownProof(visit);
  return html`<section class="card"><h2>${say('page.authenticator.codes')}</h2>
<p>${say('page.security.codes_left', { count: (visit.me as Shape<'Me'>).backup_codes_left })}</p>
${form({ action, submit: say('page.authenticator.renew'), hidden: { do: 'renew' }, isSecondary: true }, proof)}</section>
<section class="card"><h2>${say('page.authenticator.end_title')}</h2><p>${say('page.authenticator.end_text')}</p>
${form({ action, submit: say('page.authenticator.end'), hidden: { do: 'end' }, isSecondary: true }, proof)}</section>`;
}

/** Adds an authenticator app to the account, renews its backup codes, and removes it. */
export const authenticator: PageRoute = {
  path: '/account/authenticator',
  needsUser: true,
  async show(visit) {
    const { say, link, form: sent, me } = visit;
    if (sent.do === 'confirm' && sent.totp_secret?.startsWith('otpauth://')) return setUp(visit, sent.totp_secret);
    const isOn = me?.second_factor === 'totp';
    return {
      title: say('page.authenticator.title'),
      main: html`${
        isOn
          ? await manage(visit)
          : html`<div class="card"><p>${say('page.authenticator.text')}</p>
${form({ action: link('/account/authenticator'), submit: say('page.authenticator.begin'), hidden: { do: 'begin' } })}</div>`
      }
${back(visit)}`,
    };
  },
  async act(visit) {
    const { call, form: sent, link } = visit;
    if (sent.do === 'begin') return setUp(visit, (await call('startTotp')).otpauth_uri);
    if (sent.do === 'confirm') return codes(visit, (await call('confirmTotp', { body: { code: (sent.code ?? '').replaceAll(/\s/g, '') } })).backup_codes);
    if (sent.do === 'renew') return codes(visit, (await call('regenerateBackupCodes', { body: proofIn(sent) })).backup_codes);
    if (sent.do === 'end') await call('disableTotp', { body: proofIn(sent) });
    return { redirect: link('/account/security', sent.do === 'end' ? { notice: 'totp_off' } : {}) };
  },
};
