import type { Shape } from '../../../domain/kernel/contract.ts';
import { html } from '../../parts/html.ts';
import { OUTSIDE_LINK } from '../../parts/outside.ts';
import { richText } from '../../parts/rich-text.ts';
import type { LessonVisit, Shown } from './kind.ts';

export function showText({ visit: { say }, lesson }: LessonVisit, content: Shape<'TextContent'>): Shown {
  return { main: html`<article class="card">${richText(content, lesson.files)}</article>`, rule: say('page.lesson.rule.lesson'), isDoneByHand: true };
}

export function showDocument({ visit: { say }, lesson }: LessonVisit, content: Shape<'DocumentContent'>): Shown {
  const stored = content.source === 'upload' ? lesson.files.find(({ id }) => id === content.document_id) : undefined;
  const url = content.source === 'url' ? content.url : stored?.url;
  const name = content.file_name || stored?.file_name || lesson.title;
  const frame = lesson.frame_url;
  return {
    main: html`<div class="card">${frame && html`<iframe class="frame" src="${frame}" title="${name}" height="720"></iframe>`}${
      url
        ? html`<p class="row"><a class="button secondary" href="${url}" target="_blank" rel="noopener">${say('page.lesson.file.open', { name })}</a>
${content.is_downloadable !== false && html`<a href="${url}" download="${name}">${say('page.lesson.file.download', { name })}</a>`}</p>`
        : html`<p>${say('page.lesson.file.missing')}</p>`
    }</div>`,
    ...(frame ? { needs: { frames: [frame] } } : {}),
    rule: say('page.lesson.rule.document'),
    isDoneByHand: true,
  };
}

const RATIOS = { '16:9': 'wide-frame', '4:3': 'tv-frame', '1:1': 'square-frame', '9:16': 'tall-frame', auto: 'wide-frame' } as const;

export function showEmbed({ visit: { say }, lesson }: LessonVisit, content: Shape<'EmbedContent'>): Shown {
  const ratio = RATIOS[content.aspect_ratio ?? '16:9'];
  const name = content.title || say('page.lesson.embed.frame');
  const height = content.height && html` height="${content.height}"`;
  if (content.source === 'package') {
    const { launch } = lesson;
    if (!launch) return { main: html`<p class="card">${say('page.lesson.embed.missing')}</p>`, rule: null };
    return {
      main: html`<iframe class="${height ? 'frame' : `frame ${ratio}`}" src="${launch.url}" title="${name}" allow="fullscreen; autoplay"${height}></iframe>
<p><a href="${launch.url}" target="_blank" rel="noopener">${say('page.lesson.embed.alone')}</a></p>`,
      needs: { frames: [launch.url] },
      rule: say('page.lesson.rule.package'),
    };
  }
  const { url, width, allow = [], sandbox = [] } = content;
  return {
    main: html`<iframe class="${height ? 'frame' : `frame ${ratio}`}" src="${url}" title="${name}" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allow="${allow.join('; ')}" sandbox="${sandbox.join(' ')}"${width && html` width="${width}"`}${height}></iframe>
<p><a href="${url}" target="_blank" rel="${OUTSIDE_LINK}">${say('page.lesson.embed.alone')}</a></p>`,
    needs: { frames: [url] },
    rule: say('page.lesson.rule.embed'),
    isDoneByHand: true,
  };
}
