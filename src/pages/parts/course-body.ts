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
  /** What stands between the description and the outline. */
  more?: Part;
  /** Where the free previews are. */
  lessonUrl?: (id: string) => string;
}

/** Lays out a course: what it is about and contains, and beside it, or above it on a phone, how one gets into it. */
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
