import type { Mail } from '../../platform/mail/mailer.ts';

export interface MailContent {
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** Shown as a button, and in full in the text part. */
  link?: { label: string; url: string };
  /** Shown large. */
  code?: string;
}

/** Organisation or service in whose name the mail is sent. */
export interface Sender {
  name: string;
  /** `#rrggbb` */
  color: string;
}

export const SERVICE: Sender = { name: 'Learning Management Service', color: '#1f4f8f' };

/** A mail with a text and an HTML part that say the same. */
export function composeMail(to: string, { subject, paragraphs, link, code }: MailContent, sender: Sender = SERVICE): Mail {
  const text = [...paragraphs, ...(code ? [code] : []), ...(link ? [`${link.label}: ${link.url}`] : []), sender.name].join('\n\n');
  const html = `<!doctype html>
<html><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a">
<h1 style="font-size:20px;color:${sender.color}">${escapeHtml(sender.name)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')}
${code ? `<p style="font-size:32px;letter-spacing:6px;font-weight:600">${escapeHtml(code)}</p>` : ''}
${link ? `<p><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${sender.color};color:#fff;text-decoration:none">${escapeHtml(link.label)}</a></p>` : ''}
</body></html>`;
  return { to, subject, text, html };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
