import { quotaTable } from '../../generated/operations.ts';
import { LANGUAGES } from '../../src/domain/messages/language/catalogues.ts';
import { readerOf } from '../../src/domain/messages/language/reader.ts';
import { networkOf } from '../../src/http/client-network.ts';
import type { Problem } from '../../src/http/problems.ts';
import { problemText } from '../../src/pages/parts/form.ts';
import { MemoryWindow } from '../../src/platform/limits/sliding-window.ts';
import { startTestApp } from '../support/app.ts';

const refusal = (code: Problem['code'], status = 429): Problem => ({ type: '', title: '', detail: '', request_id: '', code, status });

test('what a limit refuses says in each language when it can be tried again, in minutes or in hours', () => {
  const said = LANGUAGES.map((language) => problemText({ reader: readerOf([language], 'UTC'), waitSeconds: 61 }, refusal('throttled')));
  expect(said.sort()).toEqual([
    'Demasiados intentos. Vuelva a intentarlo dentro de 2 minutos.',
    'Muitas tentativas. Tente de novo em 2 minutos.',
    'Too many attempts. Please try again in 2 minutes.',
    'Trop de tentatives. Veuillez réessayer dans 2 minutes.',
    'Zu viele Versuche. Bitte versuchen Sie es in 2 Minuten erneut.',
  ]);
  const reader = readerOf(['en'], 'UTC');
  expect(problemText({ reader, waitSeconds: 80_000 }, refusal('discussion_limit'))).toBe(
    'You have posted a lot in a short time. Please try again in 23 hours.',
  );
  expect(problemText({ reader, waitSeconds: 10 }, refusal('payments_unavailable', 503))).not.toContain('10');
});

test('a page that a limit refuses says when it can be opened again', async () => {
  const address = '10.1.2.3';
  let limits: MemoryWindow | undefined;
  const app = await startTestApp((services) => {
    limits = new MemoryWindow(services.ports.clock);
    return { ...services, limits };
  });
  const { requires: _requires, counts: _counts, ...quota } = quotaTable.certificate_page;
  await limits?.take(`certificate_page:${networkOf(address)}`, quota, quota.limit);
  const { status, text } = await app.http.get('/certificates/AAAAAAAAAAAA').accept('html').set('X-Forwarded-For', address);
  expect(status).toBe(429);
  expect(text).toContain('Too many attempts. Please try again in 10 minutes.');
  await app.close();
});
