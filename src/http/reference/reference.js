/* Searches the reference, sends its operations, and switches to the dark. What it says can be read without this script. */
const MOST_RESULTS = 30;
const THEME = 'theme';
const KEY = 'docs-key';

const root = document.documentElement;
const storedIn = (storage, name, value) => {
  try {
    if (value === undefined) return storage.getItem(name);
    storage.setItem(name, value);
  } catch {
    /* The browser keeps nothing. */
  }
  return null;
};

/* Links of earlier versions named the method and the path: #tag/courses/GET/api/v1/courses/ */
const [, tag, at] = /^#tag\/([\w-]+)\/?(.*)$/.exec(location.hash) ?? [];
if (tag) location.replace(`/docs/reference/${tag}${at ? `#${at}` : ''}`);

const menu = document.querySelector('.menu');
menu.open = matchMedia('(min-width: 60rem)').matches;
document.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest' });

const theme = document.querySelector('[data-theme-switch]');
theme.hidden = false;
const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
const nameTheme = () => {
  theme.textContent = isDark() ? 'Light mode' : 'Dark mode';
};
nameTheme();
theme.addEventListener('click', () => {
  root.dataset.theme = isDark() ? 'light' : 'dark';
  storedIn(localStorage, THEME, root.dataset.theme);
  nameTheme();
});

search(document.querySelector('[data-search]'));

const keyField = document.querySelector('[data-key-field]');
const key = keyField.querySelector('input');
key.value = storedIn(sessionStorage, KEY) || root.dataset.key || '';
keyField.addEventListener('submit', (event) => event.preventDefault());
key.addEventListener('change', () => storedIn(sessionStorage, KEY, key.value));
keyField.hidden = document.querySelector('form[data-key]') === null;
for (const form of document.querySelectorAll('form[data-method]')) form.addEventListener('submit', send);

function search(area) {
  const input = area.querySelector('input');
  const list = area.querySelector('#results');
  let entries;
  let pending;
  let chosen = 0;
  area.hidden = false;
  const load = () => {
    entries ??= fetch('/docs/search.json').then((answer) => answer.json());
    return entries;
  };
  const choose = (place) => {
    const links = [...list.children];
    chosen = Math.max(0, Math.min(place, links.length - 1));
    for (const [index, link] of links.entries()) link.setAttribute('aria-selected', String(index === chosen));
    links[chosen]?.scrollIntoView({ block: 'nearest' });
    if (links[chosen]) input.setAttribute('aria-activedescendant', links[chosen].id);
    else input.removeAttribute('aria-activedescendant');
  };
  const show = async () => {
    const words = wordsOf(input.value);
    const found = words.length ? ranked(await load(), words) : [];
    list.replaceChildren(...found.map(resultLink));
    if (words.length && !found.length) list.textContent = 'Nothing found.';
    list.hidden = words.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    choose(0);
  };
  input.addEventListener('focus', load);
  input.addEventListener('input', () => {
    pending = show();
  });
  input.addEventListener('keydown', async (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      await pending;
      list.children[chosen]?.click();
    } else if (event.key === 'Escape') {
      input.value = '';
      pending = show();
    }
  });
  list.addEventListener('click', () => {
    input.value = '';
    list.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const isWriting = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
    if ((event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && !isWriting)) {
      event.preventDefault();
      input.focus();
    }
  });
}

/** The words of a question. A path is one word, whatever names stand in its braces. */
const wordsOf = (text) => nameless(text).split(/\s+/).filter(Boolean);

const nameless = (text) => text.toLowerCase().replace(/\{\w*\}/g, '{}');

/** Everything that has all the words, what has them in its title or address first. Short words of a question decide only the order. */
function ranked(entries, words) {
  const asked = words.join(' ');
  const needed = words.filter((word) => word.length > 3);
  const scores = entries.map((entry) => {
    const [title, beside, , text] = entry;
    const [head, place] = [title.toLowerCase(), nameless(beside)];
    const points = words.map((word) => {
      const stem = word.length > 4 ? word.replace(/(ing|s)$/, '') : word;
      return head.includes(stem) ? 8 : place.includes(stem) ? 4 : stem.split(/[^\p{L}\p{N}_]+/u).every((part) => text.includes(part)) ? 1 : 0;
    });
    const hits = points.filter((_, index) => needed.length === 0 || words[index].length > 3);
    const whole = head === asked || place.endsWith(asked) ? 50 : head.startsWith(asked) ? 20 : 0;
    return { entry, score: hits.every((each) => each > 0) ? whole + points.reduce((sum, each) => sum + each, 0) / (1 + head.length / 200) : 0 };
  });
  return scores
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_RESULTS)
    .map(({ entry }) => entry);
}

function resultLink([title, beside, href], index) {
  const link = Object.assign(document.createElement('a'), { href, id: `result-${index}`, textContent: title });
  link.setAttribute('role', 'option');
  link.append(Object.assign(document.createElement('small'), { textContent: beside }));
  return link;
}

async function send(event) {
  event.preventDefault();
  const form = event.currentTarget;
  const { method, path, type } = form.dataset;
  const headers = new Headers();
  const query = new URLSearchParams();
  let place = path;
  for (const { name, value } of form.querySelectorAll('input')) {
    const [where, parameter] = name.split(' ');
    if (where === 'path') place = place.replace(`{${parameter}}`, encodeURIComponent(value));
    else if (value !== '' && where === 'query') query.append(parameter, value);
    else if (value !== '') headers.set(parameter, value);
  }
  const body = form.querySelector('textarea')?.value || undefined;
  if (body !== undefined) headers.set('Content-Type', type);
  if ('key' in form.dataset && key.value) headers.set('Authorization', `Bearer ${key.value}`);
  const shown = form.querySelector('.answer');
  shown.hidden = false;
  shown.textContent = 'Sent ...';
  try {
    const answer = await fetch(`${place}${query.size ? `?${query}` : ''}`, { method, headers, body });
    const text = await answer.text();
    shown.textContent = `${answer.status} ${answer.statusText}\n\n${readable(text)}`;
  } catch (error) {
    shown.textContent = String(error);
  }
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
