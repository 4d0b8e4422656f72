import type { Shape } from '../../domain/kernel/contract.ts';
import { cover } from '../parts/cover.ts';
import { type Html, html, type Part } from '../parts/html.ts';
import { progress } from '../parts/progress.ts';
import type { PageRoute, Visit } from '../visit.ts';
import { ifLearner } from './learning.ts';

const MOST = '50';

const ENDED = { expired: 'page.learn.expired', revoked: 'page.learn.revoked' } as const;

interface Shown {
  enrollment: Shape<'Enrollment'>;
  next: Shape<'NextLesson'> | null;
  isFirst: boolean;
}

function card({ say, link, reader }: Visit, { enrollment, next, isFirst }: Shown): Html {
  const { course, state, percent, expires_at } = enrollment;
  const ended = state === 'expired' || state === 'revoked' ? say(ENDED[state]) : null;
  const begun = enrollment.first_access_at !== null;
  return html`<li class="course">${cover({ ...course, url: course.thumbnail_url }, true)}
<div class="text"><h2><a href="${link(`/learn/${course.slug}`)}">${course.title}</a></h2>
${ended ? html`<p>${ended}</p>` : progress({ say, reader }, percent)}
${!ended && state === 'completed' && html`<p><span class="badge">${say('page.learn.completed')}</span></p>`}
${!ended && expires_at && html`<p class="quiet">${say('page.learn.until', { at: new Date(expires_at) })}</p>`}
${next && html`<p class="quiet">${say('page.learn.next', { title: next.title })}</p>`}
<p>${
    next
      ? html`<a class="button${!isFirst && ' secondary'}" href="${link(`/learn/${course.slug}/${next.lesson_id}`)}">${say(begun ? 'page.learn.continue' : 'page.learn.start')}</a>`
      : html`<a class="button secondary" href="${link(`/learn/${course.slug}`)}">${say('page.learn.open')}</a>`
  }</p></div></li>`;
}

const empty = ({ say, link, site }: Visit): Html => html`<div class="card"><p>${say('page.learn.empty')}</p>
${site && html`<p><a class="button" href="${link('/catalogue')}">${say('page.learn.find')}</a></p>`}
<p><a href="${link('/join')}">${say('page.join.title')}</a></p></div>`;

function certificates({ say }: Visit, found: readonly Shape<'OwnCertificate'>[]): Part {
  return (
    found.length > 0 &&
    html`<section class="card"><h2>${say('page.learn.certificates')}</h2>
<ul class="links">${found.map(({ course_title, url }) => html`<li><a href="${url}">${course_title}</a></li>`)}</ul></section>`
  );
}

function dueWork({ say, link }: Visit, due: readonly Shape<'DueWork'>[]): Part {
  return (
    due.length > 0 &&
    html`<section class="card"><h2>${say('page.learn.due_work')}</h2>
<ul class="links">${due.map(
      ({
        course,
        lesson_id,
        title,
        due_at,
        is_overdue,
      }) => html`<li><a href="${link(`/learn/${course.slug}/${lesson_id}`)}">${title}</a> <span class="quiet">${course.title}</span><br>
${is_overdue && html`<strong class="fault">${say('page.learn.overdue')}</strong> `}<time datetime="${due_at}">${say('page.learn.due', { at: new Date(due_at) })}</time></li>`,
    )}</ul></section>`
  );
}

function newGrades({ say, link }: Visit, grades: readonly Shape<'NewGrade'>[]): Part {
  return (
    grades.length > 0 &&
    html`<section class="card"><h2>${say('page.learn.new_grades')}</h2>
<ul class="links">${grades.map(({ course, title }) => html`<li><a href="${link(`/learn/${course.slug}/grades`)}">${title}</a> <span class="quiet">${course.title}</span></li>`)}</ul></section>`
  );
}

/** Writes links to the other organisations in which the user is a learner. */
function elsewhere({ say, site, me }: Visit): Part {
  const others = (me?.memberships ?? []).filter(({ organisation }) => organisation.id !== site?.id);
  return (
    others.length > 0 &&
    html`<section class="card"><h2>${say('page.learn.elsewhere')}</h2>
<ul class="links">${others.map(({ organisation }) => html`<li><a href="/learn?${new URLSearchParams({ organisation: organisation.subdomain }).toString()}">${organisation.name}</a></li>`)}</ul></section>`
  );
}

/** Lists the courses of the signed-in user in an organisation. */
export const learn: PageRoute = {
  path: '/learn',
  needsUser: true,
  async show(visit) {
    const { call, say } = visit;
    const [listed, earned, agenda] = await Promise.all([
      ifLearner(call('listEnrollments', { query: { page_size: MOST } })),
      ifLearner(call('listOwnCertificates', { query: { page_size: MOST } })),
      ifLearner(call('getAgenda')),
    ]);
    const enrollments = listed?.results ?? [];
    const next = new Map(agenda?.next.map(({ course, lesson }) => [course.id, lesson]));
    const first = enrollments.find(({ course }) => next.has(course.id));
    return {
      title: say('page.learn.title'),
      main: html`${agenda && dueWork(visit, agenda.due)}${agenda && newGrades(visit, agenda.grades)}${
        enrollments.length > 0
          ? html`<ul class="courses wide">${enrollments.map((enrollment) => card(visit, { enrollment, next: next.get(enrollment.course.id) ?? null, isFirst: enrollment === first }))}</ul>`
          : empty(visit)
      }
${certificates(visit, earned?.results ?? [])}
${elsewhere(visit)}`,
    };
  },
};
