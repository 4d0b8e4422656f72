import type { TestApp } from './app.ts';
import { type Browser, expectStatus } from './browser.ts';
import { pageTexts } from './pdf.ts';
import type { Shop } from './shop.ts';

/** A German seller whose prices contain 19 % of VAT. */
export const SELLER = {
  legal_name: 'Harbour Academy GmbH',
  address: 'Am Hafen 1\n20457 Hamburg',
  country: 'DE',
  vat_id: 'DE123456789',
  tax: { label: 'VAT', rate: 1900 },
  prices_include_tax: true,
  gateway_tax: false,
  takes_delayed_payments: true,
};

/** The same seller, whose prices do not contain the tax. */
export const ADDING = { ...SELLER, prices_include_tax: false };

/** The same seller, for whom the gateway computes the tax of orders. */
export const AUTOMATIC = { ...SELLER, gateway_tax: true };

/** A French business, which owes the tax on what it buys of the German seller. */
export const FRENCH = { name: 'Atelier Dupont SARL', address: '12 rue du Port\n35400 Saint-Malo', country: 'FR', vat_id: 'FR40303265045' };

export const describeSeller = ({ school }: Pick<Shop, 'school'>, seller: object = SELLER) =>
  expectStatus(200, school.browser.call('put', 'billing/seller/', seller));

/** Downloads a document as a PDF file. */
export async function download(app: TestApp, { browser }: { browser: Browser }, path: string): Promise<{ bytes: Buffer; text: string; name: string }> {
  const { cookie, headers } = browser;
  const answer = await fetch(`${app.url}/api/v1/${path}`, { headers: { ...headers, cookie: cookie ?? '' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { bytes, text: (await pageTexts(bytes)).join('\n'), name: answer.headers.get('content-disposition') ?? '' };
}
