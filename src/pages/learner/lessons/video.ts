import type { Shape } from '../../../domain/kernel/contract.ts';
import { type Html, html, type Part } from '../../parts/html.ts';
import { outsideLink } from '../../parts/outside.ts';
import { percentText } from '../../parts/progress.ts';
import { courseUrl } from '../learning.ts';
import type { LessonVisit, Shown } from './kind.ts';

type Captions = NonNullable<Shape<'HostedVideo'>['captions']>;

/** Returns the URL of the frame that plays a video of another site. */
function frameOf(source: 'youtube' | 'vimeo', address: string): string | null {
  const url = new URL(address);
  const parts = url.pathname.split('/').filter(Boolean);
  if (source === 'vimeo') {
    const at = parts.findIndex((part) => /^\d{3,}$/.test(part));
    const key = url.searchParams.get('h') ?? parts[at + 1];
    return at === -1 ? null : `https://player.vimeo.com/video/${parts[at]}${key && /^[0-9a-f]+$/i.test(key) ? `?h=${key}` : ''}`;
  }
  const id = url.searchParams.get('v') ?? parts.at(-1) ?? '';
  return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?enablejsapi=1` : null;
}

const languageName = (language: string, of: string): string => new Intl.DisplayNames(of, { type: 'language', fallback: 'code' }).of(language) ?? language;

function captionLinks({ visit: { say, reader } }: LessonVisit, captions: Captions): Part {
  return (
    captions.length > 0 &&
    html`<p class="quiet">${say('page.lesson.video.captions')}: ${captions.map(({ url, label, language }) => html`<a href="${url}">${label || languageName(language, reader.language)}</a> `)}</p>`
  );
}

/** Writes the attributes that the script of the page needs to report the watched parts. */
const reported = ({ visit: { say }, progress }: LessonVisit): Part =>
  progress &&
  html` data-video data-position="${progress.position_seconds}" data-label="${say('page.lesson.video.watched', { percent: '%' })}" data-waiting="${say('page.lesson.video.waiting')}"`;

const notes = ({ visit, progress }: LessonVisit): Part =>
  progress &&
  html`<noscript><p class="notice">${visit.say('page.lesson.video.scripts')}</p></noscript>
<p class="quiet" data-note role="status">${progress.watched_percent !== null && visit.say('page.lesson.video.watched', { percent: percentText(visit, progress.watched_percent) })}</p>`;

function showFile(shown: LessonVisit, url: string, captions: Captions): Shown {
  const { reader } = shown.visit;
  const trackUrl = (index: number) => courseUrl(shown.visit, `/${shown.lesson.id}/captions/${index}`);
  return {
    main: html`<video class="frame" controls preload="metadata" playsinline src="${url}"${reported(shown)}>
${captions.map(({ kind = 'subtitles', language, label }, index) => html`<track src="${trackUrl(index)}" kind="${kind}" srclang="${language}" label="${label || languageName(language, reader.language)}"${index === 0 && html` default`}>`)}
</video>${notes(shown)}${captionLinks(shown, captions)}`,
    needs: { media: [url] },
    rule: shown.visit.say('page.lesson.rule.video'),
  };
}

function showElsewhere(shown: LessonVisit, source: 'youtube' | 'vimeo', url: string): Shown {
  const { say, query } = shown.visit;
  const rule = say('page.lesson.rule.video');
  const host = source === 'youtube' ? 'YouTube' : 'Vimeo';
  const frame = frameOf(source, url);
  const link: Html = html`<p>${outsideLink(url, say('page.lesson.video.open', { host }))}</p>`;
  if (frame === null) return { main: html`<div class="card">${link}</div>`, rule };
  if (query.play === undefined)
    return {
      main: html`<div class="card"><p>${say('page.lesson.video.elsewhere', { host })}</p>
<p><a class="button secondary" href="${courseUrl(shown.visit, `/${shown.lesson.id}`, { play: '1' })}">${say('page.lesson.video.play', { host })}</a></p></div>`,
      rule,
    };
  return {
    main: html`<iframe class="frame wide-frame" src="${frame}" title="${shown.lesson.title}" allow="fullscreen; encrypted-media; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"${reported(shown)}></iframe>
${notes(shown)}${link}`,
    needs: { frames: [frame] },
    rule,
  };
}

export function showVideo(shown: LessonVisit, content: Shape<'VideoContent'>): Shown {
  if (content.source === 'youtube' || content.source === 'vimeo') return showElsewhere(shown, content.source, content.url);
  const { say } = shown.visit;
  const file = content.source === 'hosted' ? shown.lesson.files.find(({ id }) => id === content.media_id) : content;
  if (!file) return { main: html`<p class="card">${say('page.lesson.file.missing')}</p>`, rule: null };
  return showFile(shown, file.url, content.captions ?? []);
}
