import type { Shape } from '../../domain/kernel/contract.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { checkbox, field, notice } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { Answer, PageRoute, Visit } from '../visit.ts';
import { courseIdOf, courseOf, courseUrl, ifLearner } from './learning.ts';
import { fileField, kindText, nameOf, post, postForm, textField, topicList } from './posts.ts';
import { carried, FILE_FIELDS, uploadFiles, uploadsIn, uploadUrl } from './sent-files.ts';

/** Maximum size of a form with a text and a file. */
const FORM_BYTES = 12 * 1024 * 1024;
const SHORTEST_SEARCH = 2;
const PAGE_SIZE = '50';
const CURSOR = /^[\w.~=-]{1,200}$/;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the lesson that the discussion is about. Undefined: the whole course. */
const lessonOf = ({ query }: Visit): string | undefined => (ID.test(query.lesson ?? '') ? query.lesson : undefined);

const at = async (visit: Visit) => ({ course_pk: await courseIdOf(visit) });

/** Returns the cursor of the next page from the link of the list. */
const cursorIn = (next: string | null): string | undefined => (next === null ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined));

const cursorOf = ({ query }: Visit): Record<string, string> => (CURSOR.test(query.cursor ?? '') ? { cursor: query.cursor as string } : {});

/** Lists the topics of a course, searches them, and opens new ones. */
export const discussion: PageRoute = {
  path: '/learn/:course/discussion',
  needsUser: true,
  maxBytes: FORM_BYTES,
  files: FILE_FIELDS,
  async show(visit) {
    const { call, say, query } = visit;
    const search = (query.search ?? '').trim().slice(0, 100);
    const isUnanswered = query.unanswered === 'on';
    const lesson = lessonOf(visit);
    const course = await courseOf(visit);
    const path = { course_pk: course.id };
    const found = await ifLearner(
      call('listDiscussionTopics', {
        path,
        query: {
          page_size: PAGE_SIZE,
          ...(search.length >= SHORTEST_SEARCH ? { search } : {}),
          ...(isUnanswered ? { filter: 'unanswered' } : {}),
          ...(lesson ? { lesson_id: lesson } : {}),
          ...cursorOf(visit),
        },
      }),
    );
    const title = say('page.talk.title');
    const back = html`<p><a href="${courseUrl(visit)}">${say('page.lesson.back')}</a></p>`;
    if (!found) return { title, main: html`<p class="card">${say('page.talk.off')}</p>${back}` };
    const next = cursorIn(found.next);
    return {
      title,
      needs: { scripts: ['forms'], connects: [await uploadUrl(visit)] },
      main: html`<p class="quiet">${course.title}</p>${notice(query.notice === 'deleted' && say('page.talk.deleted'))}<form class="search" method="get" action="/learn/${encodeURIComponent(visit.path.course ?? '')}/discussion" role="search">
${query.organisation && html`<input type="hidden" name="organisation" value="${query.organisation}">`}
${lesson && html`<input type="hidden" name="lesson" value="${lesson}">`}
<label for="search">${say('page.talk.search')}</label>
<div class="row"><input id="search" name="search" type="search" value="${search}" maxlength="100"><button type="submit" class="secondary">${say('page.catalogue.find')}</button></div>
<label class="choice"><input type="checkbox" name="unanswered" value="on"${isUnanswered && html` checked`}> ${say('page.talk.unanswered')}</label></form>
${found.results.length > 0 ? html`<div class="card">${topicList(visit, found.results)}</div>` : html`<p class="card">${say('page.talk.none')}</p>`}
${next && html`<p><a class="button secondary" rel="next" href="${courseUrl(visit, '/discussion', { cursor: next, search: search || undefined, unanswered: isUnanswered ? 'on' : undefined, lesson })}">${say('page.catalogue.next')}</a></p>`}
<section class="card" id="ask"><h2>${say(lesson ? 'page.talk.of_lesson' : 'page.talk.ask')}</h2>
${postForm(
  visit,
  { action: courseUrl(visit, '/discussion', { lesson }), courseId: path.course_pk, submit: say('page.talk.post') },
  field(visit, { name: 'title', label: say('page.talk.subject'), autocomplete: 'off' }),
  textField(visit, { purpose: `${path.course_pk}/topic${lesson ? `:${lesson}` : ''}` }),
  fileField(visit),
  checkbox(visit, { name: 'question', label: say('page.talk.question') }),
)}</section>${back}`,
    };
  },
  async act(visit) {
    const { call, form: sent } = visit;
    const path = await at(visit);
    const kind = sent.question === 'on' ? 'question' : 'discussion';
    return withFiles(visit, path.course_pk, discussion, async (upload_ids) => {
      const body = { title: sent.title ?? '', kind, text: { body: sent['text.body'] ?? '' }, upload_ids, lesson_id: lessonOf(visit) ?? null };
      const { id } = await call('createDiscussionTopic', { path, body });
      return { redirect: courseUrl(visit, `/discussion/${id}`, { notice: 'posted' }) };
    });
  },
};

/** Uploads the files of the form, then carries it out. If anything is refused, the form is shown again with the uploaded files. */
async function withFiles(visit: Visit, courseId: string, { show }: Pick<PageRoute, 'show'>, act: (uploadIds: string[]) => Promise<Answer>): Promise<Answer> {
  const kept = uploadsIn(visit.form);
  try {
    await uploadFiles(visit, { courseId, purpose: 'discussion' }, kept);
    return await act([...kept.keys()]);
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.problem.status === 401 || kept.size === 0) throw error;
    const { problem } = error;
    return { ...(await show({ ...visit, form: { ...visit.form, ...carried(kept) }, problem })), problem, status: problem.status };
  }
}

/** Returns the replies, or null if the visitor must post something before they see the posts of others. */
async function readReplies(visit: Visit, path: { course_pk: string; topic_pk: string }): Promise<Shape<'DiscussionThreadList'> | null> {
  try {
    return await visit.call('listDiscussionReplies', { path, query: { page_size: PAGE_SIZE, ...cursorOf(visit) } });
  } catch (error) {
    if (error instanceof RefusedCall && error.problem.code === 'require_initial_post') return null;
    throw error;
  }
}

const answerLink = (visit: Visit, id: string): Html =>
  html`<p><a href="${courseUrl(visit, `/discussion/${visit.path.topic}`, { to: id })}#reply">${visit.say('page.talk.reply')}</a></p>`;

function thread(visit: Visit, reply: Shape<'DiscussionThread'>, action: string): Html {
  const { say } = visit;
  const marks = reply.is_accepted && html`<span class="badge">${say('page.talk.accepted')}</span>`;
  return html`<section class="card">${post(visit, { post: reply, kind: 'reply', action, marks, below: answerLink(visit, reply.id) })}
${reply.children.map((child) => post(visit, { post: child, kind: 'reply', action, below: answerLink(visit, child.id) }))}
${reply.reply_count > reply.children.length && html`<p class="quiet">${say('page.talk.replies', { count: reply.reply_count })}</p>`}</section>`;
}

const SAID = { posted: 'page.talk.posted', edited: 'page.account.saved' } as const;

type Own = Pick<Shape<'DiscussionReply'>, 'id' | 'text' | 'created_at' | 'edited_at'>;

/** Writes the form in which authors edit their posts. Topics also have a title. */
const editForm = (
  visit: Visit,
  courseId: string,
  action: string,
  { id, text, created_at, edited_at }: Own,
  title: string | null,
): Html => html`<section class="card" id="reply"><h2>${visit.say('page.talk.edit')}</h2>
${postForm(
  visit,
  { action, courseId, submit: visit.say('page.account.save'), hidden: { do: title === null ? 'edit_reply' : 'edit_topic', post: id, format: text?.format } },
  title !== null && field(visit, { name: 'title', label: visit.say('page.talk.subject'), autocomplete: 'off', value: title }),
  textField(visit, { purpose: `${id}/edit`, value: text?.body ?? '', began: edited_at ?? created_at }),
)}</section>`;

/** Shows a topic with its replies, and lets learners reply, mark posts as useful, report them, and edit their own. */
export const topic: PageRoute = {
  path: '/learn/:course/discussion/:topic',
  needsUser: true,
  maxBytes: FORM_BYTES,
  files: FILE_FIELDS,
  async show(visit) {
    const { call, say, query, path } = visit;
    const of = { ...(await at(visit)), topic_pk: path.topic ?? '' };
    const [shown, replies] = await Promise.all([call('getDiscussionTopic', { path: of }), readReplies(visit, of)]);
    const action = courseUrl(visit, `/discussion/${path.topic}`);
    const to = visit.form.parent_id ?? query.to;
    const answered = replies?.results.flatMap((reply) => [reply, ...reply.children]).find(({ id }) => id === to);
    const next = cursorIn(replies?.next ?? null);
    const edited = visit.form.do?.startsWith('edit_') ? visit.form.post : query.edit;
    const own = [shown, ...(replies?.results.flatMap((reply) => [reply, ...reply.children]) ?? [])].find(({ id, author }) => id === edited && author?.is_you);
    const said = SAID[(query.notice ?? '') as keyof typeof SAID];
    return {
      title: shown.title ?? say('page.talk.gone'),
      needs: { scripts: ['forms'], connects: [await uploadUrl(visit)] },
      main: html`${said && html`<div class="notice" role="status" data-posted>${say(said)}</div>`}${notice(query.notice === 'deleted' && say('page.talk.deleted'))}${notice(query.notice === 'reported' && say('page.talk.reported'))}
<section class="card">${post(visit, { post: shown, kind: 'topic', action, marks: ` · ${kindText(visit, shown.kind)}` })}</section>
${replies ? replies.results.map((reply) => thread(visit, reply, action)) : html`<p class="notice">${say('page.talk.first')}</p>`}
${next && html`<p><a class="button secondary" rel="next" href="${courseUrl(visit, `/discussion/${path.topic}`, { cursor: next })}">${say('page.talk.more')}</a></p>`}
${
  own?.text
    ? editForm(visit, of.course_pk, action, own, own.id === shown.id ? (shown.title ?? '') : null)
    : shown.is_locked
      ? html`<p class="card">${say('page.talk.locked')}</p>`
      : html`<section class="card" id="reply"><h2>${answered ? say('page.talk.reply_to', { name: nameOf(visit, answered.author) }) : say('page.talk.reply')}</h2>
${postForm(visit, { action, courseId: of.course_pk, submit: say('page.talk.post'), hidden: { do: 'reply', parent_id: answered?.id } }, textField(visit, { purpose: `${path.topic}/reply:${answered?.id ?? ''}` }), fileField(visit))}</section>`
}
<p><a href="${courseUrl(visit, '/discussion')}">${say('page.talk.back')}</a></p>`,
    };
  },
  async act(visit) {
    const { call, form: sent, path } = visit;
    const action = courseUrl(visit, `/discussion/${path.topic}`);
    const here = (said: string) => ({ redirect: courseUrl(visit, `/discussion/${path.topic}`, { notice: said }) });
    const of = { ...(await at(visit)), topic_pk: path.topic ?? '' };
    if (sent.do === 'report_topic' || sent.do === 'report_reply') {
      const body = { action: 'report', reason: sent.reason ?? '' };
      if (sent.do === 'report_topic') await call('moderateDiscussionTopic', { path: of, body });
      else await call('moderateDiscussionReply', { path: { course_pk: of.course_pk, reply_pk: sent.post ?? '' }, body });
      return here('reported');
    }
    const ofReply = { course_pk: of.course_pk, reply_pk: sent.post ?? '' };
    // A text that was written in HTML elsewhere stays HTML.
    const text = { body: sent['text.body'] ?? '', ...(sent.format && { format: sent.format }) };
    switch (sent.do) {
      case 'upvote_topic':
        await call('updateDiscussionTopic', { path: of, body: { upvoted: sent.upvoted === 'on' } });
        return { redirect: `${action}#post-${sent.post}` };
      case 'upvote_reply':
        await call('updateDiscussionReply', { path: ofReply, body: { upvoted: sent.upvoted === 'on' } });
        return { redirect: `${action}#post-${sent.post}` };
      case 'edit_topic':
        await call('updateDiscussionTopic', { path: of, body: { text, title: sent.title ?? '' } });
        return here('edited');
      case 'edit_reply':
        await call('updateDiscussionReply', { path: ofReply, body: { text } });
        return here('edited');
      case 'delete_topic':
        await call('deleteDiscussionTopic', { path: of });
        return { redirect: courseUrl(visit, '/discussion', { notice: 'deleted' }) };
      case 'delete_reply':
        await call('deleteDiscussionReply', { path: ofReply });
        return here('deleted');
      default:
        return withFiles(visit, of.course_pk, topic, async (upload_ids) => {
          await call('createDiscussionReply', { path: of, body: { text, upload_ids, ...(sent.parent_id && { parent_id: sent.parent_id }) } });
          return here('posted');
        });
    }
  },
};
