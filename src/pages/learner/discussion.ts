import type { Shape } from '../../domain/kernel/contract.ts';
import { RefusedCall } from '../../http/contract/call.ts';
import { checkbox, field, form, notice } from '../parts/form.ts';
import { type Html, html } from '../parts/html.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { courseIdOf, courseUrl, ifLearner } from './learning.ts';
import { nameOf, post, textField } from './posts.ts';

const KINDS = { question: 'page.talk.kind.question', discussion: 'page.talk.kind.discussion', announcement: 'page.talk.kind.announcement' } as const;
const SHORTEST_SEARCH = 2;
const PAGE_SIZE = '50';
const CURSOR = /^[\w.~=-]{1,200}$/;

const at = async (visit: Visit) => ({ course_pk: await courseIdOf(visit) });

/** The page that follows, as the link of the list names it. */
const cursorIn = (next: string | null): string | undefined => (next === null ? undefined : (new URL(next).searchParams.get('cursor') ?? undefined));

const cursorOf = ({ query }: Visit): Record<string, string> => (CURSOR.test(query.cursor ?? '') ? { cursor: query.cursor as string } : {});

const row = (visit: Visit, { id, title, kind, author, reply_count, is_unread, is_pinned, last_activity_at }: Shape<'DiscussionTopicSummary'>): Html => {
  const { say } = visit;
  return html`<li><a href="${courseUrl(visit, `/discussion/${id}`)}">${title ?? say('page.talk.gone')}</a>
${is_pinned && html`<span class="badge">${say('page.talk.pinned')}</span>`} ${is_unread && html`<span class="badge">${say('page.talk.unread')}</span>`}
<p class="quiet">${say(KINDS[kind])} · ${nameOf(visit, author)} · ${say('page.talk.replies', { count: reply_count })} · ${say('page.moment', { at: new Date(last_activity_at) })}</p></li>`;
};

/** Lists the topics of a course, searches them, and opens new ones. */
export const discussion: PageRoute = {
  path: '/learn/:course/discussion',
  needsUser: true,
  maxBytes: 256 * 1024,
  async show(visit) {
    const { call, say, query } = visit;
    const search = (query.search ?? '').trim().slice(0, 100);
    const isUnanswered = query.unanswered === 'on';
    const found = await ifLearner(
      call('listDiscussionTopics', {
        path: await at(visit),
        query: {
          page_size: PAGE_SIZE,
          ...(search.length >= SHORTEST_SEARCH ? { search } : {}),
          ...(isUnanswered ? { filter: 'unanswered' } : {}),
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
      main: html`<form class="search" method="get" action="/learn/${encodeURIComponent(visit.path.course ?? '')}/discussion" role="search">
${query.organisation && html`<input type="hidden" name="organisation" value="${query.organisation}">`}
<label for="search">${say('page.talk.search')}</label>
<div class="row"><input id="search" name="search" type="search" value="${search}" maxlength="100"><button type="submit" class="secondary">${say('page.catalogue.find')}</button></div>
<label class="choice"><input type="checkbox" name="unanswered" value="on"${isUnanswered && html` checked`}> ${say('page.talk.unanswered')}</label></form>
${found.results.length > 0 ? html`<ul class="links card">${found.results.map((topic) => row(visit, topic))}</ul>` : html`<p class="card">${say('page.talk.none')}</p>`}
${next && html`<p><a class="button secondary" rel="next" href="${courseUrl(visit, '/discussion', { cursor: next, search: search || undefined, unanswered: isUnanswered ? 'on' : undefined })}">${say('page.catalogue.next')}</a></p>`}
<section class="card"><h2>${say('page.talk.ask')}</h2>
${form(
  { action: courseUrl(visit, '/discussion'), submit: say('page.talk.post') },
  field(visit, { name: 'title', label: say('page.talk.subject'), autocomplete: 'off' }),
  textField(visit),
  checkbox(visit, { name: 'question', label: say('page.talk.question') }),
)}</section>${back}`,
    };
  },
  async act(visit) {
    const { call, form: sent } = visit;
    const kind = sent.question === 'on' ? 'question' : 'discussion';
    const body = { title: sent.title ?? '', kind, text: { body: sent['text.body'] ?? '' } };
    const { id } = await call('createDiscussionTopic', { path: await at(visit), body });
    return { redirect: courseUrl(visit, `/discussion/${id}`, { notice: 'posted' }) };
  },
};

/** Returns null if the visitor must write something before they see what others wrote. */
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

/** Shows a topic with its replies, and lets learners reply and report. */
export const topic: PageRoute = {
  path: '/learn/:course/discussion/:topic',
  needsUser: true,
  maxBytes: 256 * 1024,
  async show(visit) {
    const { call, say, query, path } = visit;
    const of = { ...(await at(visit)), topic_pk: path.topic ?? '' };
    const [shown, replies] = await Promise.all([call('getDiscussionTopic', { path: of }), readReplies(visit, of)]);
    const action = courseUrl(visit, `/discussion/${path.topic}`);
    const to = visit.form.parent_id ?? query.to;
    const answered = replies?.results.flatMap((reply) => [reply, ...reply.children]).find(({ id }) => id === to);
    const next = cursorIn(replies?.next ?? null);
    return {
      title: shown.title ?? say('page.talk.gone'),
      main: html`${notice(query.notice === 'posted' && say('page.talk.posted'))}${notice(query.notice === 'reported' && say('page.talk.reported'))}
<section class="card">${post(visit, { post: shown, kind: 'topic', action, marks: say(KINDS[shown.kind]) })}</section>
${replies ? replies.results.map((reply) => thread(visit, reply, action)) : html`<p class="notice">${say('page.talk.first')}</p>`}
${next && html`<p><a class="button secondary" rel="next" href="${courseUrl(visit, `/discussion/${path.topic}`, { cursor: next })}">${say('page.talk.more')}</a></p>`}
${
  shown.is_locked
    ? html`<p class="card">${say('page.talk.locked')}</p>`
    : html`<section class="card" id="reply"><h2>${answered ? say('page.talk.reply_to', { name: nameOf(visit, answered.author) }) : say('page.talk.reply')}</h2>
${form({ action, submit: say('page.talk.post'), hidden: { do: 'reply', parent_id: answered?.id } }, textField(visit))}</section>`
}
<p><a href="${courseUrl(visit, '/discussion')}">${say('page.talk.back')}</a></p>`,
    };
  },
  async act(visit) {
    const { call, form: sent, path } = visit;
    const here = (said: string) => ({ redirect: courseUrl(visit, `/discussion/${path.topic}`, { notice: said }) });
    const of = { ...(await at(visit)), topic_pk: path.topic ?? '' };
    if (sent.do === 'report_topic' || sent.do === 'report_reply') {
      const body = { action: 'report', reason: sent.reason ?? '' };
      if (sent.do === 'report_topic') await call('moderateDiscussionTopic', { path: of, body });
      else await call('moderateDiscussionReply', { path: { course_pk: of.course_pk, reply_pk: sent.post ?? '' }, body });
      return here('reported');
    }
    await call('createDiscussionReply', { path: of, body: { text: { body: sent['text.body'] ?? '' }, ...(sent.parent_id && { parent_id: sent.parent_id }) } });
    return here('posted');
  },
};
