import type { Shape } from '../../domain/kernel/contract.ts';
import { faultText, form } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { richText } from '../parts/rich-text.ts';
import type { Visit } from '../visit.ts';
import { fileLinks } from './lessons/assignment.ts';

type Post = Pick<Shape<'DiscussionReply'>, 'id' | 'state' | 'author' | 'text' | 'files' | 'created_at'>;

export const nameOf = ({ say }: Pick<Visit, 'say'>, author: Shape<'DiscussionAuthor'> | null): string => author?.display_name ?? say('page.talk.somebody');

/** The field for the text of a post. What was submitted stays in it. */
export function textField(visit: Visit): Html {
  const { say, form: sent } = visit;
  const fault = faultText(visit, 'text.body');
  return html`<div class="field"><label for="text">${say('page.talk.text')}</label><p class="hint" id="text-hint">${say('page.work.text_hint')}</p>
${fault && html`<p class="fault" id="text-fault">${fault}</p>`}
<textarea id="text" name="text.body" rows="6" required maxlength="20000" aria-describedby="text-hint${fault && ' text-fault'}"${fault && html` aria-invalid="true"`}>${sent['text.body']}</textarea></div>`;
}

/** Lets members report a post that is not their own. */
function report(visit: Visit, action: string, { id, author }: Post, kind: 'topic' | 'reply'): Part {
  const { say } = visit;
  const isThis = visit.form.post === id;
  return (
    !author?.is_you &&
    html`<details${isThis && html` open`}><summary>${say('page.talk.report')}</summary>
${form(
  {
    action,
    submit: say('page.talk.report'),
    hidden: { do: `report_${kind}`, post: id },
    isSecondary: true,
    label: `${say('page.talk.report')}: ${nameOf(visit, author)}`,
  },
  html`<div class="field"><label for="reason-${id}">${say('page.talk.reason')}</label>
<input id="reason-${id}" name="reason" maxlength="500" required autocomplete="off" value="${isThis && visit.form.reason}"></div>`,
)}</details>`
  );
}

interface Shown {
  post: Post;
  kind: 'topic' | 'reply';
  /** Where its forms are sent to. */
  action: string;
  /** What stands beside the author and below the text. */
  marks?: Part;
  below?: Part;
}

/** A post with its author, or what stands in its place. */
export function post(visit: Visit, { post: shown, kind, action, marks, below }: Shown): Html {
  const { say } = visit;
  const { id, state, author, text, files, created_at } = shown;
  return html`<article class="result" id="post-${id}"><p class="quiet"><strong>${nameOf(visit, author)}</strong>${author?.is_staff && html` <span class="badge">${say('page.talk.staff')}</span>`} · ${say('page.moment', { at: new Date(created_at) })} ${marks}</p>
${state === 'pending' && html`<p class="notice">${say('page.talk.pending')}</p>`}
${text ? richText(text, files) : html`<p class="quiet">${say('page.talk.gone')}</p>`}
${fileLinks(files)}${below}${text && state === 'visible' && report(visit, action, shown, kind)}</article>`;
}
