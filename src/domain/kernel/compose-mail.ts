import type { Mail } from '../../platform/mail/mailer.ts';
import { escapeMarkup } from './escape-markup.ts';
import { directionOf } from './locale.ts';

export interface MailContent {
  /** The language of the content, as a BCP 47 tag. */
  language: string;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** Shown as a button, and as a full URL in the text part. */
  link?: { label: string; url: string };
  /** Small links at the very bottom, with which the person can receive fewer such emails. */
  footer?: readonly { label: string; url: string }[];
  /** Shown in large type. */
  code?: string;
  /** The URL that mail programs offer for unsubscribing. */
  unsubscribeUrl?: string;
}

/** The organisation on whose behalf an email is sent. */
export interface Sender {
  name: string;
  /** `#rrggbb`. Null selects the service's colour. */
  color: string | null;
  logoUrl: string | null;
  replyTo: string | null;
}

const SERVICE_COLOR = '#1f4f8f';
const INK = '#1a1a1a';
const PAPER = '#ffffff';

/**
 * Composes an email with equivalent text and HTML parts. If `sender` is omitted, the email is sent in the name of the service, `serviceName`. The HTML declares
 * the language twice, because many mail programs remove the outermost elements.
 */
export function composeMail(
  { serviceName }: { serviceName: string },
  to: string,
  { language, subject, paragraphs, link, footer = [], code, unsubscribeUrl }: MailContent,
  sender: Sender | null = null,
): Mail {
  const name = oneLine(sender?.name ?? serviceName);
  const color = sender?.color ?? SERVICE_COLOR;
  const written = `lang="${escapeMarkup(language)}" dir="${directionOf(language)}"`;
  const text = [
    ...paragraphs,
    ...(code ? [code] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    name,
    ...footer.map(({ label, url }) => `${label}: ${url}`),
  ].join('\n\n');
  const html = `<!doctype html>
<html ${written}><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:${INK}"><div ${written}>
${sender?.logoUrl ? `<p><img src="${escapeMarkup(sender.logoUrl)}" alt="" height="48"></p>` : ''}
<h1 style="font-size:20px;color:${isDark(color) ? color : INK}">${escapeMarkup(name)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`).join('\n')}
${code ? `<p style="font-size:32px;letter-spacing:6px;font-weight:600">${escapeMarkup(code)}</p>` : ''}
${link ? `<p><a href="${escapeMarkup(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${color};color:${isDark(color) ? PAPER : INK};text-decoration:none">${escapeMarkup(link.label)}</a></p>` : ''}
${footer.length > 0 ? `<p style="margin:32px 0 0;padding-block-start:12px;border-block-start:1px solid #dbe1ea;font-size:13px;color:#4d586a">${footer.map(({ label, url }) => `<a href="${escapeMarkup(url)}" style="color:#4d586a">${escapeMarkup(label)}</a>`).join(' · ')}</p>` : ''}
</div></body></html>`;
  return {
    to,
    subject,
    text,
    html,
    ...(sender ? { fromName: name } : {}),
    ...(sender?.replyTo ? { replyTo: sender.replyTo } : {}),
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  };
}

/** Puts a name on one line. Names are user input, and a line break could start another header or paragraph. */
const oneLine = (name: string): string => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Whether white text is readable on the colour, that is, whether its Rec. 601 brightness is less than about half. */
function isDark(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 140;
}
