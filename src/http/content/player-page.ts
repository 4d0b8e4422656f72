import { escapeMarkup } from '../../domain/kernel/escape-markup.ts';
import type { Play } from '../../domain/learning/learner-view/play.ts';
import texts from './labels.json' with { type: 'json' };

/** Languages of the player's messages. */
export const LANGUAGES = Object.keys(texts) as (keyof typeof texts)[];

/** Maximum lengths of the texts that a package may set, by standard. */
const LIMITS = { scorm_1_2: { suspend_data: 4096, location: 255 }, scorm_2004: { suspend_data: 64_000, location: 1000 } } as const;

const text = (value: number | null | undefined): string => (value === null || value === undefined ? '' : String(value));

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const duration12 = (seconds: number): string =>
  `${String(Math.min(9999, Math.floor(seconds / 3600))).padStart(4, '0')}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}.00`;

const words = (status: string | undefined): string => (status ?? 'not_attempted').replaceAll('_', ' ');

/** Returns the data that a SCORM 1.2 package reads at the start. A visit that did not end by suspending begins anew, but keeps status and score. */
function start12({ item, learner, state }: Play): object {
  const resumes = state?.is_suspended ?? false;
  return {
    core: {
      student_id: learner?.id ?? '',
      student_name: learner?.name ?? '',
      lesson_location: resumes ? state?.location : '',
      credit: 'credit',
      lesson_status: words(state?.status === 'unknown' ? 'incomplete' : state?.status),
      entry: state ? (resumes ? 'resume' : '') : 'ab-initio',
      lesson_mode: 'normal',
      total_time: duration12(state?.total_seconds ?? 0),
      score: { raw: text(state?.score_raw), min: text(state?.score_min), max: text(state?.score_max) },
    },
    suspend_data: resumes ? state?.suspend_data : '',
    launch_data: item.launch_data,
    student_data: { mastery_score: text(item.mastery_score), max_time_allowed: item.max_time_allowed, time_limit_action: item.time_limit_action },
  };
}

/** Returns the data that a SCORM 2004 package reads at the start. */
function start2004({ item, learner, state }: Play): object {
  const resumes = state?.is_suspended ?? false;
  return {
    learner_id: learner?.id ?? '',
    learner_name: learner?.name ?? '',
    location: resumes ? state?.location : '',
    credit: 'credit',
    completion_status: words(state?.status ?? 'unknown'),
    success_status: state?.success ?? 'unknown',
    entry: state ? (resumes ? 'resume' : '') : 'ab-initio',
    mode: 'normal',
    total_time: `PT${state?.total_seconds ?? 0}S`,
    suspend_data: resumes ? state?.suspend_data : '',
    launch_data: item.launch_data,
    scaled_passing_score: text(item.mastery_score),
    completion_threshold: text(item.completion_threshold),
    ...(item.max_time_allowed === '' ? {} : { max_time_allowed: item.max_time_allowed }),
    ...(item.time_limit_action === '' ? {} : { time_limit_action: item.time_limit_action }),
    progress_measure: text(state?.progress),
    score: { scaled: text(state?.score_scaled), raw: text(state?.score_raw), min: text(state?.score_min), max: text(state?.score_max) },
  };
}

/** Returns JSON for a script element, without any characters that could end the element. */
const scriptJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Returns the page that plays an item of a package. `path` is the path of the launch, with a trailing slash. */
export function playerPage(play: Play, path: string, language: keyof typeof texts): string {
  const is12 = play.item.standard === 'scorm_1_2';
  const isOwn = play.state?.launch_id === play.launchId;
  const settings = {
    ticketPath: path,
    version: is12 ? '1.2' : '2004',
    start: is12 ? start12(play) : start2004(play),
    keeps: play.learner !== null && play.item.reports,
    session: { number: isOwn ? play.state?.number : 0, seconds: isOwn ? play.state?.session_seconds : 0 },
    limits: LIMITS[play.item.standard],
    src: `${path}files/${play.item.launch}`,
    labels: texts[language],
  };
  const title = escapeMarkup(play.title);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/player/style.css">
<script type="application/json" id="play">${scriptJson(settings)}</script>
<script src="/player/${is12 ? 'scorm12' : 'scorm2004'}.js"></script>
</head>
<body>
<p id="note" role="status" ${play.learner === null ? '' : 'hidden'}>${play.learner === null ? texts[language].not_kept : ''}</p>
<iframe id="item" title="${title}" allow="fullscreen; autoplay"></iframe>
<script src="/player/player.js"></script>
</body>
</html>
`;
}
