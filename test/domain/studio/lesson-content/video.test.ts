import { faultsOf, stored } from './checked.ts';

const DEFAULTS = { captions: [], duration_seconds: null };
const YOUTUBE = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const TRACK = { language: 'en', url: 'https://example.org/en.vtt' };
const withCaptions = (captions: object[]) => ({ source: 'youtube', url: YOUTUBE, captions });

test.each([
  { source: 'hosted', media_id: '01890000-0000-7000-8000-000000000000' },
  { source: 'youtube', url: YOUTUBE },
  { source: 'vimeo', url: 'https://vimeo.com/76979871' },
  { source: 'file', url: 'https://example.org/film.mp4' },
])('a minimal video of source $source gets every default', (video) => {
  expect(stored('video', video)).toEqual({ ...video, ...DEFAULTS });
});

test('a full video is stored as it was sent', () => {
  const video = {
    source: 'youtube',
    url: YOUTUBE,
    captions: [{ ...TRACK, label: 'English', kind: 'captions' }],
    duration_seconds: 212,
  };
  expect(stored('video', video)).toEqual(video);
});

test('the source of a video determines its other fields', () => {
  expect(faultsOf('video', {})).toEqual(['content.source required']);
  for (const source of ['dailymotion', '', null, 1]) expect(faultsOf('video', { source })).toEqual(['content.source not_a_choice']);
  expect(faultsOf('video', { source: 'hosted' })).toEqual(['content.media_id required']);
  expect(faultsOf('video', { source: 'hosted', media_id: 'x' })).toEqual(['content.media_id format']);
  expect(faultsOf('video', { source: 'hosted', media_id: '01890000-0000-7000-8000-000000000000', url: YOUTUBE })).toEqual(['content.url unknown_field']);
  for (const source of ['youtube', 'vimeo', 'file']) expect(faultsOf('video', { source })).toEqual(['content.url required']);
});

test.each([
  YOUTUBE,
  'https://youtube.com/watch?v=dQw4w9WgXcQ&t=10',
  'https://m.youtube.com/watch?list=x&v=dQw4w9WgXcQ',
  'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://WWW.YouTube.COM/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ?si=x',
  'https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube.com/shorts/dQw4w9WgXcQ',
  'https://www.youtube.com/live/dQw4w9WgXcQ',
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
])('%s is a YouTube video', (url) => {
  expect(faultsOf('video', { source: 'youtube', url })).toEqual([]);
});

test.each([
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQQ',
  'https://www.youtube.com/watch?v=dQw4w9WgXc%3C',
  'https://www.youtube.com/playlist?list=PL1',
  'https://www.youtube.com/@creator',
  'https://www.youtube.com/redirect?v=dQw4w9WgXcQ',
  'https://youtu.be/',
  'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://example.org/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/76979871',
])('%s is not a YouTube video', (url) => {
  expect(faultsOf('video', { source: 'youtube', url })).toEqual(['content.url not_a_video']);
});

test.each([
  'https://vimeo.com/76979871',
  'https://www.vimeo.com/76979871',
  'https://vimeo.com/76979871/0123abcdef',
  'https://vimeo.com/channels/staffpicks/76979871',
  'https://player.vimeo.com/video/76979871?h=x',
])('%s is a Vimeo video', (url) => {
  expect(faultsOf('video', { source: 'vimeo', url })).toEqual([]);
});

test.each([
  'https://vimeo.com/',
  'https://vimeo.com/watch',
  'https://vimeo.com/user12',
  'https://vimeo.com.example.org/76979871',
  'https://example.org/76979871',
  YOUTUBE,
])('%s is not a Vimeo video', (url) => {
  expect(faultsOf('video', { source: 'vimeo', url })).toEqual(['content.url not_a_video']);
});

test.each(['mp4', 'm4v', 'mov', 'webm', 'ogv', 'm3u8', 'MP4'])('a URL that ends in .%s is a video file', (extension) => {
  expect(faultsOf('video', { source: 'file', url: `https://cdn.example.org/a/film.${extension}?token=x#t=5` })).toEqual([]);
});

test.each(['film.exe', 'film', 'film.mp4.exe', '?file=film.mp4', 'film.mp4/', '#film.mp4'])('a URL that ends in %s is not a video file', (end) => {
  expect(faultsOf('video', { source: 'file', url: `https://example.org/${end}` })).toEqual(['content.url not_a_video']);
});

test('captions get default values, and their language is stored in canonical form', () => {
  expect(
    stored(
      'video',
      withCaptions([
        { ...TRACK, language: 'pt-br' },
        { ...TRACK, language: 'iw' },
      ]),
    ).captions,
  ).toEqual([
    { ...TRACK, language: 'pt-BR', label: null, kind: 'subtitles' },
    { ...TRACK, language: 'he', label: null, kind: 'subtitles' },
  ]);
});

test('captions must differ in language or kind, whatever the spelling of the language', () => {
  expect(faultsOf('video', withCaptions([TRACK, { ...TRACK, kind: 'captions' }, { ...TRACK, kind: 'descriptions' }, { ...TRACK, language: 'en-GB' }]))).toEqual(
    [],
  );
  expect(faultsOf('video', withCaptions([TRACK, { ...TRACK, language: 'EN' }, { ...TRACK, kind: 'subtitles' }]))).toEqual([
    'content.captions.1.language duplicate',
    'content.captions.2.language duplicate',
  ]);
  expect(
    faultsOf(
      'video',
      withCaptions([
        { ...TRACK, language: 'sr-Latn' },
        { ...TRACK, language: 'sh' },
      ]),
    ),
  ).toEqual(['content.captions.1.language duplicate']);
});

test('each fault of a caption track is reported', () => {
  expect(faultsOf('video', withCaptions([{}]))).toEqual(['content.captions.0.language required', 'content.captions.0.url required']);
  expect(faultsOf('video', withCaptions([TRACK, { ...TRACK, language: 'de-1901-1901' }]))).toEqual(['content.captions.1.language unknown']);
  expect(faultsOf('video', withCaptions([{ ...TRACK, language: 'english' }]))).toEqual(['content.captions.0.language format']);
  expect(faultsOf('video', withCaptions([{ ...TRACK, url: 'http://example.org/en.vtt' }]))).toEqual(['content.captions.0.url format']);
  expect(faultsOf('video', withCaptions([{ ...TRACK, url: 'https://localhost/en.vtt' }]))).toEqual(['content.captions.0.url format']);
  expect(faultsOf('video', withCaptions([{ ...TRACK, kind: 'lyrics' }]))).toEqual(['content.captions.0.kind not_a_choice']);
  expect(faultsOf('video', withCaptions([{ ...TRACK, src: 'x' }]))).toEqual(['content.captions.0.src unknown_field']);
  expect(faultsOf('video', withCaptions(Array.from({ length: 51 }, () => TRACK)))).toEqual(['content.captions too_many']);
});

test('a language whose canonical form is too long is rejected', () => {
  const language = 'sh-x-aaaaaaaa-aaaaaaaa-aaaaaaaa-aaa';
  expect(faultsOf('video', withCaptions([{ ...TRACK, language }]))).toEqual([expect.stringMatching(/^content\.captions\.0\.language /)]);
});

test('the duration of a video must be a positive whole number of seconds up to 100 hours', () => {
  for (const duration_seconds of [0, -1, 1.5, 360_001, '60'])
    expect(faultsOf('video', { source: 'youtube', url: YOUTUBE, duration_seconds })).toEqual([expect.stringMatching(/^content\.duration_seconds /)]);
});
