import type { Shape } from '../../domain/kernel/contract.ts';
import { faultText, form } from '../parts/form.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { richText } from '../parts/rich-text.ts';
import type { Visit } from '../visit.ts';
import { courseUrl } from './learning.ts';
import { carriedBoxes, uploadAttributes } from './sent-files.ts';

type Post = Pick<Shape<'DiscussionReply'>, 'id' | 'state' | 'author' | 'text' | 'files' | 'created_at' | 'edited_at' | 'upvote_count' | 'is_upvoted'>;

export const fileLinks = (files: readonly Shape<'LessonFile'>[]): Part =>
  files.length > 0 && html`<ul>${files.map(({ url, file_name }) => html`<li><a href="${url}">${file_name}</a></li>`)}</ul>`;

export const nameOf = ({ say }: Pick<Visit, 'say'>, author: Shape<'DiscussionAuthor'> | null): string => author?.display_name ?? say('page.talk.somebody');

/** Writes the attributes that the script of the page needs to keep a draft: its author, its organisation and purpose, and the text that it began from. */
export const draftAttributes = ({ say, me, site }: Visit, purpose: string, began = ''): Html =>
  html` data-draft="${me?.id}/${site?.id}/${purpose}" data-began="${began}" data-offer="${say('page.draft.offer')}" data-use="${say('page.draft.use')}" data-drop="${say('page.draft.drop')}" data-kept="${say('page.draft.kept')}"`;

interface TextField {
  /** Purpose of the text, such as an answer to another post. */
  purpose: string;
  /** The text being edited. */
  value?: string;
  /** When that text was last changed. */
  began?: string;
}

/** Writes the field for the text of a post. It keeps the submitted text. */
export function textField(visit: Visit, { purpose, value = '', began }: TextField): Html {
  const { say, form: sent } = visit;
  const fault = faultText(visit, 'text.body');
  return html`<div class="field"><label for="text">${say('page.talk.text')}</label><p class="hint" id="text-hint">${say('page.work.text_hint')}</p>
${fault && html`<p class="fault" id="text-fault">${fault}</p>`}
<textarea id="text" name="text.body" rows="6" required maxlength="20000" aria-describedby="text-hint${fault && ' text-fault'}"${fault && html` aria-invalid="true"`}${draftAttributes(visit, purpose, began)}>${sent['text.body'] ?? value}</textarea></div>`;
}

/** Writes the field for an attachment, and lists the existing attachments. */
export function fileField(visit: Visit): Html {
  const { say } = visit;
  const fault = ['file_name', 'content_type', 'size_bytes', 'upload_ids'].map((name) => faultText(visit, name)).find(Boolean);
  return html`${carriedBoxes(visit)}${fault && html`<p class="fault" id="file-fault">${fault}</p>`}
<div class="field"><label for="file_1">${say('page.work.file')}</label><input type="file" id="file_1" name="file_1"${fault && html` aria-describedby="file-fault" aria-invalid="true"`}></div>`;
}

/** Writes a form for a post, with the attributes for its script. */
export const postForm = (
  visit: Visit,
  { action, courseId, submit, hidden = {} }: { action: string; courseId: string; submit: string; hidden?: Record<string, string | undefined> },
  ...fields: Part[]
): Html =>
  html`<form method="post" action="${action}" enctype="multipart/form-data"${uploadAttributes(visit, { courseId, purpose: 'discussion' })}>
${Object.entries(hidden).map(([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`)}
${fields}<button type="submit">${submit}</button></form>`;

/** Lets authors edit and delete a post, and others mark it as useful. */
function choices(visit: Visit, action: string, { id, author, is_upvoted, upvote_count }: Post, kind: 'topic' | 'reply'): Html {
  const { say } = visit;
  const useful = upvote_count > 0 && html`<span class="quiet">${say('page.talk.useful_count', { count: upvote_count })}</span>`;
  if (!author?.is_you)
    return html`<div class="row"><form method="post" action="${action}" class="inline"><input type="hidden" name="do" value="upvote_${kind}"><input type="hidden" name="post" value="${id}">
<button type="submit" name="upvoted" value="${is_upvoted ? 'off' : 'on'}" class="secondary" aria-pressed="${String(is_upvoted)}" aria-label="${say('page.talk.useful')}: ${nameOf(visit, author)}">${is_upvoted && '✓ '}${say('page.talk.useful')}</button></form>${useful}</div>`;
  const url = `${action}${action.includes('?') ? '&' : '?'}edit=${id}#reply`;
  return html`<p class="row"><a href="${url}">${say('page.talk.edit')}</a>${useful}</p>
<details><summary>${say('page.talk.delete')}</summary><p class="quiet">${say('page.talk.delete_text')}</p>
${form({ action, submit: say('page.talk.delete'), hidden: { do: `delete_${kind}`, post: id }, isSecondary: true })}</details>`;
}

const KINDS = { question: 'page.talk.kind.question', discussion: 'page.talk.kind.discussion', announcement: 'page.talk.kind.announcement' } as const;

export const kindText = ({ say }: Pick<Visit, 'say'>, kind: keyof typeof KINDS): string => say(KINDS[kind]);

const topicRow = (visit: Visit, { id, title, kind, author, reply_count, is_unread, is_pinned, last_activity_at }: Shape<'DiscussionTopicSummary'>): Html => {
  const { say } = visit;
  return html`<li><a href="${courseUrl(visit, `/discussion/${id}`)}">${title ?? say('page.talk.gone')}</a>
${is_pinned && html`<span class="badge">${say('page.talk.pinned')}</span>`} ${is_unread && html`<span class="badge">${say('page.talk.unread')}</span>`}
<p class="quiet">${kindText(visit, kind)} · ${nameOf(visit, author)} · ${say('page.talk.replies', { count: reply_count })} · ${say('page.moment', { at: new Date(last_activity_at) })}</p></li>`;
};

export const topicList = (visit: Visit, topics: readonly Shape<'DiscussionTopicSummary'>[]): Html =>
  html`<ul class="links">${topics.map((topic) => topicRow(visit, topic))}</ul>`;

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
  /** URL to which the forms of the post are sent. */
  action: string;
  /** Content beside the author and below the text. */
  marks?: Part;
  below?: Part;
}

/** Writes a post with its author, or a placeholder. */
export function post(visit: Visit, { post: shown, kind, action, marks, below }: Shown): Html {
  const { say } = visit;
  const { id, state, author, text, files, created_at, edited_at } = shown;
  return html`<article class="result" id="post-${id}"><p class="quiet"><strong>${nameOf(visit, author)}</strong>${author?.is_staff && html` <span class="badge">${say('page.talk.staff')}</span>`} · ${say('page.moment', { at: new Date(created_at) })}${edited_at !== null && ` · ${say('page.talk.edited')}`} ${marks}</p>
${state === 'pending' && html`<p class="notice">${say('page.talk.pending')}</p>`}
${text ? richText(text, files) : html`<p class="quiet">${say('page.talk.gone')}</p>`}
${fileLinks(files)}${below}${text && (state === 'visible' || author?.is_you) && choices(visit, action, shown, kind)}${text && state === 'visible' && report(visit, action, shown, kind)}</article>`;
}
