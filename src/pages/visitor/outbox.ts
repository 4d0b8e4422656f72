import { NotFoundError } from '../../domain/kernel/errors.ts';
import { isFromOwnMachine } from '../../http/own-machine.ts';
import { type Html, html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';

/** Returns the outbox. Its mails contain links that sign in, so only the person at this machine may read them, and only while the service runs as a demo. */
function outboxOf({ services, req }: Visit) {
  if (!services.demo || !isFromOwnMachine(req)) throw new NotFoundError();
  return services.demo.outbox;
}

export const outbox: PageRoute = {
  path: '/outbox',
  async show(visit) {
    const { say, link } = visit;
    const messages = await outboxOf(visit).newest();
    return {
      title: say('page.outbox.title'),
      main: html`<p>${say('page.outbox.text')}</p>
<div class="card">${
        messages.length === 0
          ? html`<p>${say('page.outbox.empty')}</p>`
          : html`<ul class="links">${messages.map(
              ({ name, to, subject, at }) =>
                html`<li><a href="${link(`/outbox/${encodeURIComponent(name)}`)}">${subject}</a><br><span class="quiet">${to} · ${say('page.outbox.at', { at })}</span></li>`,
            )}</ul>`
      }</div>`,
    };
  },
};

export const outboxMail: PageRoute = {
  path: '/outbox/:name',
  async show(visit) {
    const { say, link, path } = visit;
    const message = await outboxOf(visit).read(path.name ?? '');
    if (!message) throw new NotFoundError();
    return {
      title: message.subject,
      main: html`<div class="card"><p class="quiet">${message.to} · ${say('page.outbox.at', { at: message.at })}</p>
<div class="mail">${withLinks(message.text)}</div></div>
<p><a href="${link('/outbox')}">${say('page.outbox.back')}</a></p>`,
    };
  },
};

/** Makes the URLs of a text clickable. */
const withLinks = (text: string): Html =>
  html`${text
    .trim()
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}">${part}</a>` : part))}`;
