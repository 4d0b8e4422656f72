import { field, form } from '../parts/form.ts';
import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';

/** Redeems the access code of a gift or of a seat that somebody else has paid for. */
export const redeem: PageRoute = {
  path: '/redeem',
  needsUser: true,
  show(visit) {
    const { say, link, query } = visit;
    return {
      title: say('page.redeem.title'),
      main: html`<div class="card">${form(
        { action: link('/redeem'), submit: say('page.redeem.submit') },
        field(visit, { name: 'code', label: say('page.redeem.code'), autocomplete: 'off', hint: say('page.redeem.code_text'), value: query.code ?? '' }),
      )}</div>`,
    };
  },
  async act({ call, form: { code = '' }, link }) {
    const { course } = await call('redeemAccessCode', { body: { code: code.trim() } });
    return { redirect: link(`/learn/${course.slug}`, { notice: 'enrolled' }) };
  },
};
