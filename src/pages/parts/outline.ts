import type { Visit } from '../visit.ts';
import { type Html, html } from './html.ts';

interface Chapter {
  id: string;
  title: string;
}

interface Lesson {
  id: string;
  chapter_id: string;
  title: string;
  is_free_preview: boolean;
}

/** Lists the chapters of a course with their lessons. Free previews are links if `urlOf`, which returns their URLs, is given. */
export const outline = (
  { say }: Pick<Visit, 'say'>,
  chapters: readonly Chapter[],
  lessons: readonly Lesson[],
  urlOf?: (id: string) => string,
): Html => html`<ol class="outline">
${chapters.map(
  ({ id, title }) => html`<li><h3>${title}</h3>
<ol>${lessons
    .filter(({ chapter_id }) => chapter_id === id)
    .map(
      (lesson) =>
        html`<li>${lesson.is_free_preview && urlOf ? html`<a href="${urlOf(lesson.id)}">${lesson.title}</a>` : lesson.title}${lesson.is_free_preview && html` <span class="badge">${say('page.course.free_preview')}</span>`}</li>`,
    )}</ol></li>`,
)}
</ol>`;
