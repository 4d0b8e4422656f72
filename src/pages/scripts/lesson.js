/* Reports that the lesson is shown, what is watched of its video, and answers as they are given. Everything else works without this script. */
const root = document.querySelector('[data-progress]');
const { progress: address, organisation } = root?.dataset ?? {};
const note = document.querySelector('[data-note]');

const tell = (text) => {
  if (note && note.textContent !== text) note.textContent = text ?? '';
};

/** Sends a report. Returns the progress, null if it was refused, and undefined if it did not arrive and can be sent again. */
async function report(body) {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      keepalive: document.visibilityState === 'hidden',
      headers: { 'Content-Type': 'application/json', ...(organisation ? { 'X-Organisation': organisation } : {}) },
      body: JSON.stringify(body),
    });
    if (answer.ok) return await answer.json();
    return answer.status === 429 || answer.status >= 500 ? undefined : null;
  } catch {
    return undefined;
  }
}

if (root?.dataset.opens === 'on') await report({ event: 'opened' });

const video = document.querySelector('[data-video]');
if (root && video) watch(video);

const quiz = document.querySelector('form[data-quiz]');
if (root && quiz) keep(quiz);

const clock = document.querySelector('[data-until]');
if (clock) count(clock);

/** Collects which parts of the video are played, and reports them together. */
function watch(shown) {
  const REPORT_SECONDS = 15;
  const { position, label, waiting } = shown.dataset;
  let [ranges, from, at, duration, isSending] = [[], null, 0, undefined, false];

  const close = () => {
    if (from !== null && at > from) ranges.push({ from, to: at });
    from = null;
  };
  /* A step that is longer than the time between two events is a jump. */
  const move = (seconds, isPlaying) => {
    if (from !== null && (seconds < at || seconds > at + 3)) close();
    at = seconds;
    if (isPlaying) from ??= seconds;
    else close();
  };
  const send = async () => {
    const isPlaying = from !== null;
    close();
    if (isPlaying) from = at;
    if (isSending || ranges.length === 0) return;
    isSending = true;
    const sent = ranges;
    ranges = [];
    const answer = await report({ event: 'watched', watched_ranges: sent, position_seconds: at, ...(duration > 0 ? { duration_seconds: duration } : {}) });
    isSending = false;
    if (answer === undefined) {
      ranges = [...sent, ...ranges];
      tell(waiting);
    } else if (answer) {
      tell(label.replace('%', `${Math.floor(answer.watched_percent ?? 0)} %`));
      if (answer.state === 'completed') document.querySelector('[data-done]')?.removeAttribute('hidden');
    }
  };
  setInterval(send, REPORT_SECONDS * 1000);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());

  if (shown.localName === 'video') {
    shown.addEventListener('loadedmetadata', () => {
      duration = Number.isFinite(shown.duration) ? shown.duration : undefined;
      if (Number(position) > 0 && Number(position) < shown.duration * 0.95) shown.currentTime = Number(position);
    });
    for (const name of ['timeupdate', 'playing', 'seeked']) shown.addEventListener(name, () => move(shown.currentTime, !shown.paused && !shown.seeking));
    for (const name of ['pause', 'ended'])
      shown.addEventListener(name, () => {
        move(shown.currentTime, false);
        void send();
      });
    if (shown.readyState > 0) shown.dispatchEvent(new Event('loadedmetadata'));
    return;
  }

  /* YouTube and Vimeo tell what they play by messages, which need no script of theirs. */
  const site = new URL(shown.src).origin;
  const isVimeo = site === 'https://player.vimeo.com';
  const ask = (message) => shown.contentWindow?.postMessage(JSON.stringify(message), site);
  const greet = () => {
    if (isVimeo) for (const value of ['timeupdate', 'pause', 'ended']) ask({ method: 'addEventListener', value });
    else ask({ event: 'listening', id: 'lesson', channel: 'widget' });
  };
  shown.addEventListener('load', greet);
  let isPlaying = false;
  addEventListener('message', ({ origin, source, data }) => {
    if (origin !== site || source !== shown.contentWindow) return;
    let told;
    try {
      told = typeof data === 'string' ? JSON.parse(data) : data;
    } catch {
      return;
    }
    if (isVimeo) {
      if (told.event === 'ready') greet();
      if (told.data?.duration) duration = told.data.duration;
      if (told.data?.seconds !== undefined) move(told.data.seconds, told.event === 'timeupdate');
      if (told.event === 'pause' || told.event === 'ended') void send();
      return;
    }
    const { currentTime, duration: length, playerState } = told.info ?? {};
    if (length) duration = length;
    if (playerState !== undefined) isPlaying = playerState === 1;
    if (currentTime !== undefined) move(currentTime, isPlaying);
    if (playerState === 0 || playerState === 2) void send();
  });
}

/** Sends only the questions that have changed since, because little can be sent while a page is being hidden. */
function leaveOutUnchanged(fields, answers, began) {
  const before = new URLSearchParams(began);
  const questionOf = (name) => name.split('_', 1)[0];
  const names = new Set([...answers.keys(), ...before.keys()]);
  const changed = new Set([...names].filter((name) => (answers.get(name) ?? '') !== (before.get(name) ?? '')).map(questionOf));
  for (const name of names)
    if (!changed.has(questionOf(name))) {
      fields.delete(name);
      before.delete(name);
    }
  fields.set('began', before.toString());
}

/** Saves answers shortly after they change. What could not be sent is sent again with the next change, and with the form. */
function keep(form) {
  const { saved, unsaved } = form.dataset;
  let [timer, isUnsent] = [undefined, false];
  const save = async () => {
    clearTimeout(timer);
    if (!isUnsent) return;
    isUnsent = false;
    const fields = new URLSearchParams(new FormData(form));
    const answers = new URLSearchParams([...fields].filter(([name]) => /^a\d/.test(name)));
    leaveOutUnchanged(fields, answers, form.elements.began.value);
    fields.set('do', 'save');
    try {
      const answer = await fetch(form.action, {
        method: 'POST',
        /* Otherwise a session that has ended would be a redirect, too. */
        headers: { Accept: 'application/json' },
        body: fields,
        keepalive: document.visibilityState === 'hidden',
        redirect: 'manual',
      });
      /* The attempt is over, by its time or in another window: the page says so. */
      if (answer.status === 409) return form.submit();
      if (answer.type !== 'opaqueredirect') throw new Error(String(answer.status));
      form.elements.began.value = answers.toString();
      tell(saved);
    } catch {
      isUnsent = true;
      tell(unsaved);
      timer = setTimeout(save, 10_000);
    }
  };
  form.addEventListener('input', () => {
    isUnsent = true;
    clearTimeout(timer);
    timer = setTimeout(save, 2000 * (0.85 + Math.random() * 0.3));
  });
  form.addEventListener('submit', () => {
    isUnsent = false;
    clearTimeout(timer);
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && save());
  addEventListener('beforeunload', (event) => isUnsent && event.preventDefault());
}

/** Counts the time down, says at half, 5 and 1 minutes how much is left, and hands in what there is at the end. */
function count(shown) {
  const { until, now } = shown.dataset;
  const ends = Date.parse(until) - Date.parse(now) + performance.now();
  const whole = ends - performance.now();
  const spoken = document.querySelector('[data-spoken]');
  const said = new Set();
  const write = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const timer = setInterval(() => {
    const left = Math.max(0, ends - performance.now());
    shown.textContent = write(Math.ceil(left / 1000));
    for (const mark of [whole / 2, 300_000, 60_000])
      if (spoken && left <= mark && mark < whole && !said.has(mark)) {
        said.add(mark);
        spoken.textContent = spoken.dataset.spoken.replace('%', write(Math.ceil(left / 1000)));
      }
    if (left > 0) return;
    clearInterval(timer);
    const form = document.querySelector('form[data-quiz]');
    if (!form) return location.reload();
    form.noValidate = true;
    const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'do', value: 'submit' });
    form.append(field);
    form.submit();
  }, 500);
}
