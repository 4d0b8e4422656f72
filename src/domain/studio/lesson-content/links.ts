import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';
import { canonicalLanguage } from '../../kernel/locale.ts';

const VIDEO_SOURCES = ['youtube', 'vimeo', 'file'] as const;
type VideoSource = (typeof VIDEO_SOURCES)[number];

const YOUTUBE_HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'www.youtube-nocookie.com']);
const YOUTUBE_ID = /^[A-Za-z0-9_-]{11}$/;
const VIMEO_HOSTS = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']);
const VIDEO_FILE = /\.(mp4|m4v|mov|webm|ogv|m3u8)$/i;

/** Checks that the URL leads to a single video of the given source, and that caption tracks differ in language or kind. */
export function finishVideo(video: Shape<'VideoContent'>, faults: Faults): Shape<'VideoContent'> {
  if (video.source !== 'hosted') {
    const url = checkedUrl(video.url, 'content.url', faults);
    if (url && !leadsToVideo(video.source, url)) faults.add('content.url', 'not_a_video', `Must be the URL of a single ${video.source} video.`);
  }
  const seen = new Set<string>();
  const captions = video.captions.map((track, index) => {
    const at = `content.captions.${index}`;
    checkedUrl(track.url, `${at}.url`, faults);
    const language = canonicalLanguage(track.language, faults, `${at}.language`);
    const key = `${language} ${track.kind}`;
    if (seen.has(key)) faults.add(`${at}.language`, 'duplicate', 'There is already a track with this language and kind.');
    seen.add(key);
    return { ...track, language };
  });
  return video.source === 'hosted' ? { ...video, media_id: video.media_id.toLowerCase(), captions } : { ...video, captions };
}

/** Adds a fault unless a lesson of the type can show what is at the URL. */
export function checkShownUrl(type: 'video' | 'document' | 'embed', text: string, field: string, faults: Faults): void {
  const url = checkedUrl(text, field, faults);
  if (url && type === 'video' && !VIDEO_SOURCES.some((source) => leadsToVideo(source, url)))
    faults.add(field, 'not_a_video', 'Must be the URL of a single video on YouTube or Vimeo, or of a video file.');
}

function leadsToVideo(source: VideoSource, url: URL): boolean {
  const parts = url.pathname.split('/').filter(Boolean);
  if (source === 'file') return VIDEO_FILE.test(url.pathname);
  if (source === 'vimeo') return VIMEO_HOSTS.has(url.hostname) && parts.some((part) => /^\d{3,}$/.test(part));
  if (!YOUTUBE_HOSTS.has(url.hostname)) return false;
  const id =
    url.hostname === 'youtu.be'
      ? parts[0]
      : parts[0] === 'watch'
        ? url.searchParams.get('v')
        : ['embed', 'shorts', 'live', 'v'].includes(parts[0] ?? '')
          ? parts[1]
          : null;
  return YOUTUBE_ID.test(id ?? '');
}

export function finishDocument(document: Shape<'DocumentContent'>, faults: Faults): Shape<'DocumentContent'> {
  if (document.source === 'upload') return { ...document, document_id: document.document_id.toLowerCase() };
  checkedUrl(document.url, 'content.url', faults);
  return document;
}

export function finishEmbed(embed: Shape<'EmbedContent'>, faults: Faults): Shape<'EmbedContent'> {
  if (embed.source === 'package') return { ...embed, package_id: embed.package_id.toLowerCase() };
  checkedUrl(embed.url, 'content.url', faults);
  return embed;
}

/** Host names that lead nowhere outside a single machine or network (RFC 6761, 6762, 8375, 9476). */
const NOT_PUBLIC = /\.(localhost|local|internal|home\.arpa|test|invalid|onion|alt)\.?$/i;

/** Checks that the text is a public https URL: its host is a name with a dot and not an IP address, and it contains no user name or password. */
export function checkedUrl(text: string, field: string, faults: Faults): URL | null {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username || url.password || !/\.[a-z][a-z0-9-]*$/i.test(url.hostname) || NOT_PUBLIC.test(url.hostname)) {
    faults.add(field, 'format', 'Must be a public https URL without a user name or password.');
    return null;
  }
  return url;
}
