import type { Shape } from '../../kernel/contract.ts';
import { directionOf } from '../../kernel/locale.ts';
import { namedFiles } from '../../studio/lesson-content/named-files.ts';
import type { Labels } from './labels.ts';
import { escaped, htmlOf } from './markdown.ts';

export interface PackagedFile {
  id: string;
  path: string;
  type: string;
  name: string;
}

/** The parts of which the page of a lesson is made. */
export interface PageParts {
  lesson: Shape<'Lesson'>;
  /** The language of the course, in which the lesson is written. */
  written: string;
  /** The language of the player. */
  language: string;
  labels: Labels;
  files: readonly PackagedFile[];
}

const REFERENCE = /file:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/gi;

/** Points the references to files of the course in a text at the files of the package. */
export function linked(html: string, files: readonly PackagedFile[]): string {
  const paths = new Map(files.map(({ id, path }) => [id, path]));
  return html.replaceAll(REFERENCE, (reference, id: string) => paths.get(id.toLowerCase()) ?? reference);
}

/** Writes `index.html`, which shows everything but the questions of a quiz. */
export function lessonPage(parts: PageParts): string {
  const { lesson, written, language, labels } = parts;
  const title = escaped(lesson.title);
  const foreign = `lang="${escaped(written)}" dir="${directionOf(written)}"`;
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<main>
<h1 ${foreign}>${title}</h1>
<p data-part="notice" class="notice" hidden>${escaped(labels.no_platform)}</p>
<noscript><p class="notice">${escaped(labels.no_script)}</p></noscript>
<div data-part="content" ${foreign}>
${lesson.content === null ? `<p lang="${escaped(language)}">${escaped(labels.empty)}</p>` : contentHtml(parts)}
</div>
<div data-part="player"></div>
<p data-part="status" role="status"></p>
</main>
<script src="lesson.js"></script>
<script src="player.js"></script>
</body>
</html>
`;
}

function contentHtml(parts: PageParts): string {
  const { lesson, files, labels, language } = parts;
  if (lesson.content === null) return '';
  const note = (text: string) => `<p lang="${escaped(language)}" dir="${directionOf(language)}">${escaped(text)}</p>`;
  switch (lesson.content_type) {
    case 'lesson':
      return linked(lesson.content.format === 'html' ? lesson.content.body : htmlOf(lesson.content.body), files);
    case 'quiz':
      return lesson.content.instructions === null ? '' : linked(htmlOf(lesson.content.instructions), files);
    case 'assignment': {
      const points = note(labels.points.replace('{count}', new Intl.NumberFormat(language).format(lesson.content.points)));
      return `${linked(htmlOf(lesson.content.instructions), files)}${points}${note(labels.hand_in_elsewhere)}`;
    }
    case 'video':
      return videoHtml(parts, lesson.content);
    case 'document':
      return documentHtml(parts, lesson.content);
    case 'embed':
      return lesson.content.source === 'package' ? '' : embedHtml(parts, lesson.content);
  }
}

const link = (address: string, text: string, language: string, more = '') =>
  `<p><a href="${escaped(address)}" lang="${escaped(language)}" target="_blank" rel="noopener noreferrer"${more}>${escaped(text)}</a></p>`;

const fileOf = (content: unknown, files: readonly PackagedFile[]): PackagedFile | undefined => files.find(({ id }) => id === namedFiles(content)[0]?.id);

/** Caption tracks are links, because browsers do not read tracks of another site. */
function videoHtml({ files, labels, language, lesson }: PageParts, video: Shape<'VideoContent'>): string {
  const tracks = video.captions.map((track) => {
    const name = track.label ?? new Intl.DisplayNames(language, { type: 'language' }).of(track.language) ?? track.language;
    return link(track.url, `${labels.captions}: ${name}`, language);
  });
  return `${player()}${tracks.join('')}`;

  function player(): string {
    if (video.source === 'youtube' || video.source === 'vimeo') return link(video.url, labels.watch, language);
    const file = video.source === 'hosted' ? fileOf(video, files) : undefined;
    const address = video.source === 'hosted' ? file?.path : video.url;
    if (address === undefined) return '';
    const kind = file?.type.startsWith('audio/') ? 'audio' : 'video';
    const shown = `<${kind} controls preload="metadata" src="${escaped(address)}" aria-label="${escaped(lesson.title)}"></${kind}>`;
    return `${shown}${link(address, labels.watch, language)}`;
  }
}

function documentHtml({ files, labels, language }: PageParts, document: Shape<'DocumentContent'>): string {
  const file = document.source === 'upload' ? fileOf(document, files) : undefined;
  const address = document.source === 'upload' ? file?.path : document.url;
  if (address === undefined) return '';
  const name = document.file_name ?? file?.name;
  const saved = file && document.is_downloadable ? link(address, labels.save_document, language, ` download="${escaped(name ?? '')}"`) : '';
  return `${name ? `<p>${escaped(name)}</p>` : ''}${link(address, labels.open_document, language)}${saved}`;
}

function embedHtml({ labels, language, lesson }: PageParts, { url, title, width, height, aspect_ratio, allow, sandbox }: Shape<'EmbeddedPage'>): string {
  const size = `${width === null ? '' : ` width="${width}"`}${height === null ? '' : ` height="${height}"`}`;
  const ratio = height === null && aspect_ratio !== 'auto' ? ` class="ratio-${aspect_ratio.replace(':', '-')}"` : '';
  const rules = `allow="${allow.join('; ')}" sandbox="${sandbox.join(' ')}" referrerpolicy="strict-origin-when-cross-origin"`;
  return `<iframe src="${escaped(url)}" title="${escaped(title ?? lesson.title)}"${size}${ratio} ${rules}></iframe>${link(url, labels.open_page, language)}`;
}
