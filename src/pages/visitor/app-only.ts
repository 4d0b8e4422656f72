import { html } from '../parts/html.ts';
import type { PageRoute } from '../visit.ts';

/** Paths in the links of mails that only a web application offers. */
const PATHS = [
  '/studio',
  '/studio/courses/:course_id/export',
  '/studio/courses/:course_id/learners',
  '/studio/courses/:course_id/submissions/:submission_id',
  '/studio/courses/:course_id/lessons/:lesson_id/review',
  '/studio/imports/:import_id',
  '/settings/webhooks',
  '/settings/payments',
  '/settings/plan',
  '/affiliates',
];

export const appOnly: PageRoute[] = PATHS.map((path) => ({
  path,
  show: ({ say, link }) => ({
    title: say('page.app_only.title'),
    main: html`<div class="card"><p>${say('page.app_only.text')}</p><p><a href="${link('/account')}">${say('page.account.title')}</a></p></div>`,
  }),
}));
