/* Keeps what is written for others until it is posted, and sends files ahead of the form. Everything else works without this script. */
const DAYS = 14;
const PREFIX = 'draft:';
const SENT = 'draft-sent';

const stored = (storage, name) => {
  try {
    return JSON.parse(storage.getItem(name));
  } catch {
    return null;
  }
};
const attempt = (change) => {
  try {
    change();
  } catch {
    /* The browser keeps nothing, or nothing more. */
  }
};

/* What was posted is no draft any more. */
attempt(() => {
  const sent = sessionStorage.getItem(SENT);
  if (sent && document.querySelector('[data-posted]')) localStorage.removeItem(sent);
  sessionStorage.removeItem(SENT);
  for (const name of Object.keys(localStorage))
    if (name.startsWith(PREFIX) && !(stored(localStorage, name)?.at > Date.now() - DAYS * 86_400_000)) localStorage.removeItem(name);
});

for (const field of document.querySelectorAll('textarea[data-draft]')) draft(field);
for (const form of document.querySelectorAll('form[data-uploads]')) sendAhead(form);

/** Keeps what is written in a field, and offers what was kept. It is never put in by itself, and never over a text that has changed since. */
function draft(field) {
  const { draft: key, began = '', offer, use, drop, kept } = field.dataset;
  const name = PREFIX + key;
  const start = field.value;
  const state = Object.assign(document.createElement('p'), { className: 'quiet' });
  state.setAttribute('role', 'status');
  field.after(state);
  let isUnsaved = false;

  const found = stored(localStorage, name);
  if (found && found.began === began && found.text.trim() && found.text !== start) {
    const box = Object.assign(document.createElement('div'), { className: 'notice' });
    const text = Object.assign(document.createElement('p'), { textContent: `${offer} “${found.text.slice(0, 200)}${found.text.length > 200 ? '…' : ''}”` });
    const row = Object.assign(document.createElement('p'), { className: 'row' });
    const button = (label, act) => {
      const made = Object.assign(document.createElement('button'), { type: 'button', className: 'secondary', textContent: label });
      made.addEventListener('click', () => {
        act();
        box.remove();
        field.focus();
      });
      return made;
    };
    row.append(
      button(use, () => {
        field.value = found.text;
        isUnsaved = true;
      }),
      button(drop, () => attempt(() => localStorage.removeItem(name))),
    );
    box.append(text, row);
    field.before(box);
  }

  let timer;
  const save = () => {
    clearTimeout(timer);
    if (!isUnsaved) return;
    attempt(() => {
      if (field.value.trim()) localStorage.setItem(name, JSON.stringify({ text: field.value, at: Date.now(), began }));
      else localStorage.removeItem(name);
      isUnsaved = false;
      state.textContent = kept;
    });
  };
  field.addEventListener('input', () => {
    isUnsaved = true;
    clearTimeout(timer);
    timer = setTimeout(save, 1000);
  });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && save());
  field.form?.addEventListener('submit', () => {
    save();
    isUnsaved = false;
    attempt(() => sessionStorage.setItem(SENT, name));
  });
  addEventListener('beforeunload', (event) => {
    save();
    if (isUnsaved) event.preventDefault();
  });
}

/** Sends each file as soon as it is chosen, straight to where it is stored, so that the form carries only its ID. */
function sendAhead(form) {
  const { uploads, purpose, organisation, sending, done, failed } = form.dataset;
  let running = 0;
  const ask = async (path, body) => {
    const answer = await fetch(uploads + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(organisation ? { 'X-Organisation': organisation } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  };
  const put = ({ url, headers }, file, bar) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open('PUT', url);
      for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        bar.value = total > 0 ? loaded / total : 0;
      });
      request.addEventListener('load', () => (request.status < 300 ? resolve() : reject(new Error(String(request.status)))));
      for (const event of ['error', 'abort', 'timeout']) request.addEventListener(event, () => reject(new Error(event)));
      request.send(file);
    });
  const send = async (input, file) => {
    const state = Object.assign(document.createElement('p'), { className: 'quiet', textContent: sending.replace('%', file.name) });
    state.setAttribute('role', 'status');
    const bar = Object.assign(document.createElement('progress'), { max: 1, value: 0 });
    bar.setAttribute('aria-label', file.name);
    input.after(state, bar);
    input.disabled = true;
    running++;
    try {
      const { id, target } = await ask('', { purpose, file_name: file.name, content_type: file.type || 'application/octet-stream', size_bytes: file.size });
      if (target) await put(target, file, bar);
      if ((await ask(`${id}/complete/`)).status === 'rejected') throw new Error('rejected');
      const label = Object.assign(document.createElement('label'), { className: 'choice' });
      label.append(
        Object.assign(document.createElement('input'), { type: 'checkbox', name: `upload_${id}`, value: file.name, checked: true }),
        ` ${done.replace('%', file.name)}`,
      );
      input.closest('.field').before(label);
      input.value = '';
      state.remove();
    } catch {
      /* The file stays in its field: the form sends it, or it is chosen again. */
      state.textContent = failed.replace('%', file.name);
    }
    running--;
    input.disabled = false;
    bar.remove();
  };
  form.addEventListener('change', ({ target }) => {
    const file = target.type === 'file' ? target.files[0] : undefined;
    for (const old of target.parentElement?.querySelectorAll('[role=status]') ?? []) if (target.type === 'file') old.remove();
    if (file) void send(target, file);
  });
  form.addEventListener('submit', (event) => running > 0 && event.preventDefault());
  addEventListener('beforeunload', (event) => running > 0 && event.preventDefault());
}
