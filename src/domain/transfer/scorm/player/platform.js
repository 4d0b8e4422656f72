export const LONGEST_SUSPEND_DATA = 4096;
const MOST_PARENTS = 500;

/** Finds the API of SCORM 1.2 in the windows around this one, or in those around the window that opened it. */
function findApi() {
  for (const start of [window.parent, window.opener]) {
    let at = start;
    for (let tries = 0; at && tries < MOST_PARENTS; tries++) {
      try {
        if (at.API) return at.API;
      } catch {
        // A window of another site cannot be looked into.
      }
      if (at === at.parent) break;
      at = at.parent;
    }
  }
  return null;
}

/** The learning platform. Without one, everything works and nothing is kept. */
export function openPlatform() {
  const api = findApi();
  let isOpen = api !== null && String(api.LMSInitialize('')) === 'true';
  const began = Date.now();
  const get = (name) => (isOpen ? String(api.LMSGetValue(name)) : '');
  const set = (name, value) => isOpen && api.LMSSetValue(name, String(value));
  const status = get('cmi.core.lesson_status');
  let isDone = ['passed', 'completed'].includes(status);
  const score = get('cmi.core.score.raw');
  if (['', 'not attempted', 'browsed'].includes(status)) set('cmi.core.lesson_status', 'incomplete');
  set('cmi.core.exit', isDone ? '' : 'suspend');
  return {
    isFound: isOpen,
    isDone: () => isDone,
    suspendData: get('cmi.suspend_data'),
    location: get('cmi.core.lesson_location'),
    wasPassed: status === 'passed',
    bestScore: score === '' ? null : Number(score),
    finishWith(newStatus, percent) {
      isDone = ['passed', 'completed'].includes(newStatus);
      if (percent !== null) {
        set('cmi.core.score.min', 0);
        set('cmi.core.score.max', 100);
        set('cmi.core.score.raw', Math.max(0, percent));
      }
      set('cmi.core.lesson_status', newStatus);
      set('cmi.core.exit', isDone ? '' : 'suspend');
      if (isOpen) api.LMSCommit('');
    },
    save(data, location) {
      if (data.length > LONGEST_SUSPEND_DATA) throw new Error('the data is too long');
      set('cmi.suspend_data', data);
      set('cmi.core.lesson_location', location);
      if (isOpen) api.LMSCommit('');
    },
    close() {
      if (!isOpen) return;
      set('cmi.core.session_time', spanOf(Date.now() - began));
      api.LMSFinish('');
      isOpen = false;
    },
  };
}

/** Writes a time as HHHH:MM:SS. */
function spanOf(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (number) => String(number).padStart(2, '0');
  return `${String(Math.min(9999, Math.floor(seconds / 3600))).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
