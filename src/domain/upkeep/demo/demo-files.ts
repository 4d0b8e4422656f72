import { readFileSync } from 'node:fs';

/** A SCORM 1.2 package with one page, which tells the service how many of its cards were right. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Three cards</title>
<style>
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif }
body { max-width: 36rem; margin: 0 auto; padding: 1rem }
button { display: block; width: 100%; margin: .5rem 0; padding: .7rem 1rem; font: inherit; text-align: start; cursor: pointer }
progress { width: 100% }
</style></head><body><main>
<h1>Three cards</h1>
<progress id="bar" max="3" value="0" aria-label="Cards"></progress>
<h2 id="question"></h2><div id="answers"></div><p id="note" role="status"></p>
</main><script>
const CARDS = [
  ['What comes after reading a page?', 'Closing the book', ['Closing the book', 'Reading it again', 'Marking the best lines']],
  ['When is the best time to recall it once more?', 'Tomorrow', ['At once', 'Tomorrow', 'In a year']],
  ['What do you do with what you got wrong?', 'Compare it with the page', ['Forget it', 'Compare it with the page', 'Start again from the beginning']],
];
const find = (from) => { for (let at = from; ; at = at.parent) { if (at.API) return at.API; if (at === at.parent) return null; } };
const api = find(window);
const set = (name, value) => api && api.LMSSetValue(name, String(value));
const show = (id, text) => { document.getElementById(id).textContent = text; };
let [at, right] = [0, 0];
function next() {
  document.getElementById('bar').value = at;
  const answers = document.getElementById('answers');
  answers.replaceChildren();
  if (at === CARDS.length) {
    show('question', right + ' of 3 are right.');
    set('cmi.core.score.min', 0);
    set('cmi.core.score.max', 3);
    set('cmi.core.score.raw', right);
    set('cmi.core.lesson_status', right > 1 ? 'passed' : 'failed');
    if (api) api.LMSCommit('');
    show('note', api ? 'Your result is recorded.' : 'Nothing records your result here.');
    const again = Object.assign(document.createElement('button'), { textContent: 'Try again' });
    again.onclick = () => { [at, right] = [0, 0]; show('note', ''); next(); };
    return answers.append(again);
  }
  const [question, answer, choices] = CARDS[at];
  show('question', question);
  for (const choice of choices) {
    const button = Object.assign(document.createElement('button'), { textContent: choice });
    button.onclick = () => { right += choice === answer; show('note', choice === answer ? 'Right.' : 'It is: ' + answer + '.'); at++; next(); };
    answers.append(button);
  }
}
if (api) { api.LMSInitialize(''); set('cmi.core.lesson_status', 'incomplete'); addEventListener('pagehide', () => api.LMSFinish('')); }
next();
</script></body></html>`;

const LINES = [
  ['26', 'My week'],
  ['13', 'When do I study, and what?'],
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day): [string, string] => [
    '13',
    `${day} ____________________________________________________`,
  ]),
  ['13', 'How do I test myself? ______________________________________'],
] as const;

/** A page of A4, in one of the fonts that every reader of PDFs has. */
function planPdf(): Buffer {
  const text = LINES.map(([size, line], index) => `BT /F ${size} Tf 60 ${760 - index * 60} Td (${line}) Tj ET`).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = String(file.length).padStart(10, '0');
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${at} 00000 n \n`;
  });
  const table = `xref\n0 ${places.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(`${file}${table}trailer\n<< /Size ${places.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`);
}

/** The files of the demo. It needs nothing from elsewhere. */
export const DEMO_FILES = {
  // scripts/demo-video.ts makes it.
  talk: {
    purpose: 'media',
    file_name: 'forgetting.webm',
    content_type: 'video/webm',
    content: readFileSync(new URL('forgetting.webm', import.meta.url)),
  },
  plan: { purpose: 'document', file_name: 'my-week.pdf', content_type: 'application/pdf', content: planPdf() },
  cards: { purpose: 'package', file_name: 'three-cards.zip', content_type: 'application/octet-stream', content: Buffer.from(PAGE) },
} as const;

export const CARDS_ENTRY = 'index.html';
