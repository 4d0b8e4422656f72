(() => {
  const { ticketPath, version, start, keeps, src, session, limits, labels } = JSON.parse(document.getElementById('play').textContent);
  const is12 = version === '1.2';
  const runtime = is12 ? new Scorm12API({ autocommit: false, logLevel: 5, mastery_override: true }) : new Scorm2004API({ autocommit: false, logLevel: 5 });
  runtime.loadFromJSON(start);

  const frame = document.getElementById('item');
  const note = document.getElementById('note');
  const tell = (text) => {
    note.textContent = text;
    note.hidden = false;
  };

  /* What the package has set and cannot be read back. */
  let exit = '';
  let timeSet = null;
  let number = session.number;
  let reported = 0;
  let isRunning = false;
  let isOver = false;
  const began = performance.now();

  const text = (value) => (value === undefined || value === null ? '' : String(value));
  const numberOf = (value) => (text(value) === '' || !Number.isFinite(Number(value)) ? null : Number(value));
  const STATUS = { 'not attempted': 'not_attempted', '': 'unknown' };

  /* SCORM 2004 derives both from score and progress, but only tells them as long as the package runs. */
  const judged = { status: text(start.completion_status), success: text(start.success_status) };
  function judge() {
    if (is12 || !isRunning) return;
    judged.status = text(runtime.lmsGetValue('cmi.completion_status'));
    judged.success = text(runtime.lmsGetValue('cmi.success_status'));
  }

  function snapshot() {
    const seconds = Math.min(86_400, Math.max(0, Math.floor(timeSet ?? (performance.now() - began) / 1000)) + session.seconds);
    const spent = Math.max(0, Math.min(3600, seconds - session.seconds - reported));
    reported += spent;
    const core = is12 ? runtime.cmi.core : runtime.cmi;
    judge();
    const status = is12 ? text(core.lesson_status) : judged.status;
    return {
      number: ++number,
      status: STATUS[status] ?? status,
      success: judged.success || 'unknown',
      score_raw: numberOf(core.score.raw),
      score_min: numberOf(core.score.min),
      score_max: numberOf(core.score.max),
      score_scaled: is12 ? null : numberOf(core.score.scaled),
      progress: is12 ? null : numberOf(core.progress_measure),
      location: text(is12 ? core.lesson_location : core.location),
      suspend_data: text(runtime.cmi.suspend_data),
      is_suspended: exit === 'suspend' || exit === '' || exit === 'logout',
      session_seconds: seconds,
      seconds_spent: spent,
    };
  }

  /* Reports follow one another. What changes while one is under way is part of the next one. */
  let isSending = false;
  let isDirty = false;
  const MOST_KEPT_ALIVE = 60_000;
  const RETRY_MS = 5000;

  function post(body) {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, credentials: 'omit', keepalive: body.length < MOST_KEPT_ALIVE };
    return fetch(`${ticketPath}state`, init);
  }

  async function send() {
    if (!keeps || isOver) return;
    isDirty = true;
    if (isSending) return;
    isSending = true;
    while (isDirty && !isOver) {
      isDirty = false;
      const answer = await post(JSON.stringify(snapshot())).catch(() => null);
      if (answer?.ok) {
        note.hidden = true;
        if (!(await answer.json().catch(() => ({ is_kept: true }))).is_kept) end(labels.elsewhere);
      } else if (answer && answer.status !== 429 && answer.status < 500) end(labels.ended);
      else {
        tell(labels.waiting);
        isDirty = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    isSending = false;
  }

  function end(why) {
    isOver = true;
    tell(why);
  }

  /* The window closes: what was not sent yet goes at once. */
  function leave() {
    if (!keeps || isOver || !isRunning) return;
    void post(JSON.stringify(snapshot())).catch(() => {});
  }

  const DURATION_12 = /^(\d{2,4}):(\d{2}):(\d{2}(?:\.\d{1,2})?)$/;
  const DURATION_2004 = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
  function secondsOf(duration) {
    const found = (is12 ? DURATION_12 : DURATION_2004).exec(duration);
    if (!found) return null;
    const [days, hours, minutes, seconds] = (is12 ? [0, ...found.slice(1)] : found.slice(1)).map((part) => Number(part ?? 0));
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  }

  const SUSPEND = 'cmi.suspend_data';
  const LOCATION = is12 ? 'cmi.core.lesson_location' : 'cmi.location';
  const EXIT = is12 ? 'cmi.core.exit' : 'cmi.exit';
  const TIME = is12 ? 'cmi.core.session_time' : 'cmi.session_time';
  const TOO_LONG = is12 ? '405' : '406';
  let ownError = null;

  function set(element, value) {
    const given = text(value);
    if ((element === SUSPEND && given.length > limits.suspend_data) || (element === LOCATION && given.length > limits.location)) {
      ownError = TOO_LONG;
      return 'false';
    }
    const answer = runtime.lmsSetValue(element, value);
    if (String(answer) === 'true' && element === EXIT) exit = given;
    if (String(answer) === 'true' && element === TIME) timeSet = secondsOf(given);
    return answer;
  }

  const calls = {
    Initialize: () => {
      const answer = runtime.lmsInitialize('');
      isRunning = isRunning || String(answer) === 'true';
      return answer;
    },
    Terminate: () => {
      judge();
      const answer = runtime.lmsFinish('');
      if (String(answer) === 'true') {
        isRunning = false;
        void send();
      }
      return answer;
    },
    GetValue: (element) => runtime.lmsGetValue(element),
    SetValue: set,
    Commit: () => {
      const answer = runtime.lmsCommit('');
      if (String(answer) === 'true') void send();
      return answer;
    },
    GetErrorString: (code) => runtime.lmsGetErrorString(code),
    GetDiagnostic: (code) => runtime.lmsGetDiagnostic(code),
  };
  const api = { version: is12 ? '1.2' : '1.0' };
  const nameOf = (name) => (!is12 ? name : name === 'Terminate' ? 'LMSFinish' : `LMS${name}`);
  for (const [name, call] of Object.entries(calls))
    api[nameOf(name)] = (...values) => {
      ownError = null;
      return String(call(...values));
    };
  api[nameOf('GetLastError')] = () => ownError ?? String(runtime.lmsGetLastError());

  if (is12) window.API = api;
  else window.API_1484_11 = api;
  addEventListener('pagehide', leave);
  setInterval(() => isRunning && void send(), 60_000);
  frame.src = src;
})();
