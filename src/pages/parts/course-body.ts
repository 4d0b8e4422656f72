import type { Visit } from '../visit.ts';
import { prose } from './course-text.ts';
import { type Html, html, type Part } from './html.ts';
import { outline } from './outline.ts';

interface Body {
  /** The picture at the top. */
  picture: Html;
  description: unknown;
  chapters: Parameters<typeof outline>[1];
  lessons: Parameters<typeof outline>[2];
  /** Content between the description and the outline. */
  more?: Part;
  /** Returns the URL of a free preview. */
  lessonUrl?: (id: string) => string;
}

/** Lays out a course: its description and contents and, beside them or on a phone above them, the way to get into the course. */
export const courseBody = (
  visit: Visit,
  { picture, description, chapters, lessons, more, lessonUrl }: Body,
  entry: Part,
): Html => html`<div class="columns wide pictured">${picture}
<div>
${prose(description)}
${more}
<h2>${visit.say('page.course.outline')}</h2>
${outline(visit, chapters, lessons, lessonUrl)}
</div>
<aside class="card" aria-label="${visit.say('page.course.entry')}">
${entry}
</aside></div>`;
