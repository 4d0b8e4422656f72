import { isPartlyRight, otherPointsOf, scoreQuiz } from '../../../learning/quizzes/score.ts';
import { countWords } from '../../../learning/quizzes/text.ts';
import { openPlatform } from './platform.js';
import { blankAnswer, packAnswer, packState, parseNumber, rightSides, shuffledBy, shuffledFromKey, unpackState } from './state.js';

const data = readData(globalThis.lessonData);
const { labels, quiz } = data;
const part = (name) => document.querySelector(`main > [data-part=${name}]`);
const root = part('player');
const platform = openPlatform();
const say = (key, values = {}) => labels[key].replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
const numbers = new Intl.NumberFormat(data.language, { maximumFractionDigits: 2 });

function readData(text) {
  const bytes = Uint8Array.from(atob(text), (letter, at) => letter.charCodeAt(0) ^ ((at * 31 + 97) & 255));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Makes an element. Children are elements or texts, and never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An element with text of the course, which was made safe when the package was. */
function written(tag, html, attributes = {}) {
  const element = make(tag, { lang: data.written, dir: 'auto', ...attributes });
  element.innerHTML = html;
  return element;
}

const button = (label, onclick, isMain = false) => make('button', { type: 'button', class: isMain ? 'main' : null, onclick }, label);
const announce = (text) => {
  part('status').textContent = text;
};

/** Shows a screen of a quiz and moves the focus to its heading, so that it is read out. */
function show(title, ...children) {
  const heading = make('h2', { tabindex: '-1' }, title);
  root.replaceChildren(heading, ...children.filter((child) => child !== null));
  heading.focus();
  window.scrollTo(0, 0);
}

function playReading() {
  const done = make('p', {}, say('is_done'));
  const complete = () => {
    platform.finishWith('completed', null);
    root.replaceChildren(done);
    announce(say('is_done'));
  };
  if (platform.isDone()) return root.replaceChildren(done);
  root.replaceChildren(make('div', { class: 'buttons' }, button(say('mark_done'), complete, true)));
  for (const media of document.querySelectorAll('[data-part=content] video, [data-part=content] audio'))
    media.addEventListener('ended', () => !platform.isDone() && complete());
}

function playQuiz() {
  const needsPerson = quiz.questions.some(({ type }) => type === 'essay');
  // A platform may have forgotten the answers of a learner who has passed. A worse attempt must not take that back.
  const anew = { attempt: 0, isRunning: false, best: platform.bestScore, isPassed: platform.wasPassed, answers: new Map(), seed: 0, started: 0 };
  const state = unpackState(quiz, platform.suspendData) ?? anew;
  let order = [];
  let place = 0;
  let clock;

  const attemptsLeft = () => (quiz.max_attempts === null || quiz.max_attempts === undefined ? null : quiz.max_attempts - state.attempt);
  const endsAt = () => (quiz.time_limit_minutes === null ? Infinity : state.started + quiz.time_limit_minutes * 60_000);
  const seedOf = (question) => state.seed + quiz.questions.indexOf(question) * 104_729;

  function save() {
    const { text, lost } = packState(quiz, state);
    platform.save(text, state.isRunning ? place + 1 : '');
    if (state.isRunning) announce(lost > 0 ? say('not_kept') : '');
  }

  function arrange() {
    order = quiz.shuffle_questions ? shuffledBy(state.seed, quiz.questions) : quiz.questions;
  }

  function start() {
    Object.assign(state, { seed: Math.floor(Math.random() * 2 ** 31), attempt: state.attempt + 1, started: Date.now(), isRunning: true, answers: new Map() });
    place = 0;
    run();
  }

  function run() {
    arrange();
    part('content').hidden = true;
    if (quiz.time_limit_minutes !== null) clock = setInterval(tick, 1000);
    save();
    showQuestion();
  }

  function tick() {
    const left = endsAt() - Date.now();
    const timer = root.querySelector('[role=timer]');
    const text = say('time_left', { count: Math.max(0, Math.ceil(left / 60_000)) });
    if (timer && timer.textContent !== text) timer.textContent = text;
    if (left <= 0) handIn(true);
  }

  /** What answers to a question give, if not only a right one counts. */
  function answerPoints(question) {
    const { wrong, empty } = otherPointsOf(quiz, question);
    const ofHundredths = (points) => numbers.format(Number(points.part) / Number(points.whole) / 100);
    if (wrong.part === 0n && empty.part === 0n) return null;
    return say('answer_points', { right: numbers.format(question.points), wrong: ofHundredths(wrong), empty: ofHundredths(empty) });
  }

  function pointsOf(question) {
    return answerPoints(question) ?? (question.points > 0 ? say('points', { count: numbers.format(question.points) }) : null);
  }

  /** The rules for answers, each once, with the number of its questions unless it is that of all. */
  function allAnswerPoints() {
    const all = quiz.questions.map(answerPoints);
    return [...new Set(all)].flatMap((text) => {
      const count = all.filter((one) => one === text).length;
      return text === null || count === all.length ? (text ?? []) : `${text} (${say('questions', { count: numbers.format(count) })})`;
    });
  }

  function showStart() {
    part('content').hidden = false;
    const left = attemptsLeft();
    const facts = [
      say('questions', { count: numbers.format(quiz.questions.length) }),
      ...allAnswerPoints(),
      needsPerson ? null : say('pass_percent', { count: numbers.format(quiz.passing_score_percent) }),
      quiz.time_limit_minutes === null ? null : say('minutes', { count: numbers.format(quiz.time_limit_minutes) }),
      left === null ? null : say('attempts_left', { count: left }),
    ];
    root.replaceChildren(
      make('ul', {}, ...facts.filter(Boolean).map((fact) => make('li', {}, fact))),
      make('div', { class: 'buttons' }, button(say('start'), start, true)),
    );
  }

  function go(to) {
    place = to;
    save();
    showQuestion();
  }

  function showQuestion() {
    const question = order[place];
    const points = pointsOf(question);
    const options = order.map((_, at) => make('option', { value: at, selected: at === place }, String(at + 1)));
    show(
      say('question', { number: place + 1, count: order.length }),
      quiz.time_limit_minutes === null ? null : make('p', { role: 'timer' }),
      points === null ? null : make('p', {}, points),
      written('div', quiz.html[question.id].prompt, { id: 'prompt' }),
      fieldFor(question),
      make(
        'div',
        { class: 'buttons' },
        place > 0 ? button(say('previous'), () => go(place - 1)) : null,
        place < order.length - 1 ? button(say('next'), () => go(place + 1), true) : button(say('hand_in'), confirm, true),
        place < order.length - 1 ? button(say('hand_in'), confirm) : null,
      ),
      order.length > 1 ? make('label', {}, `${say('go_to')} `, make('select', { onchange: (event) => go(Number(event.target.value)) }, ...options)) : null,
    );
    if (quiz.time_limit_minutes !== null) tick();
  }

  function confirm() {
    save();
    const unanswered = order.filter((question) => packAnswer(question, state.answers.get(question.id)).trim() === '').length;
    show(
      say('hand_in_now'),
      unanswered > 0 ? make('p', {}, say('unanswered', { count: unanswered })) : null,
      make(
        'div',
        { class: 'buttons' },
        button(say('hand_in'), () => handIn(false), true),
        button(say('go_back'), showQuestion),
      ),
    );
  }

  function handIn(isTimeOver) {
    clearInterval(clock);
    state.isRunning = false;
    const score = scoreQuiz(quiz, [...state.answers.values()]);
    if (isScored(score) && (state.best === null || score.score_percent > state.best)) state.best = score.score_percent;
    state.isPassed ||= score.is_passed === true;
    save();
    platform.finishWith(needsPerson ? 'completed' : state.isPassed ? 'passed' : 'failed', needsPerson ? null : state.best);
    showResult(score);
    if (isTimeOver) announce(say('time_over'));
  }

  /** A quiz in which nothing can be earned has no score. */
  const isScored = ({ score_percent }) => !needsPerson && score_percent !== null;

  const showsKey = () =>
    quiz.show_answers === 'after_attempt' ||
    (quiz.show_answers === 'after_passing' && state.isPassed) ||
    (quiz.show_answers === 'after_last_attempt' && attemptsLeft() !== null && attemptsLeft() <= 0);

  function showResult(score) {
    part('content').hidden = true;
    arrange();
    const percent = (value) => numbers.format(Math.max(0, value));
    const results = new Map(score.results.map((result) => [result.question_id, result]));
    const left = attemptsLeft();
    show(
      say('result'),
      needsPerson ? make('p', {}, say('person_grades')) : null,
      isScored(score) ? make('p', {}, say('score', { percent: percent(score.score_percent) })) : null,
      isScored(score) && state.best > score.score_percent ? make('p', {}, say('best', { percent: percent(state.best) })) : null,
      needsPerson ? make('p', {}, say('is_done')) : make('p', {}, say(state.isPassed ? 'passed' : 'failed')),
      needsPerson ? make('p', {}, say('hand_in_elsewhere')) : null,
      left === null || left > 0 ? make('div', { class: 'buttons' }, button(say('again'), start, true)) : null,
      showsKey() ? make('ol', {}, ...order.map((question) => resultOf(question, results.get(question.id)))) : null,
    );
  }

  function verdictOn(question, { points, max_points, is_correct }) {
    if (points === null || question.type === 'essay') return 'not_graded';
    if (is_correct) return 'correct';
    return max_points > 0 && isPartlyRight(question, state.answers.get(question.id)) ? 'partly' : 'wrong';
  }

  function resultOf(question, result) {
    const key = keyOf(question);
    const { prompt, explanation } = quiz.html[question.id];
    return make(
      'li',
      {},
      written('div', prompt),
      make('p', {}, make('strong', {}, say(verdictOn(question, result)))),
      key === null || result.is_correct ? null : make('p', {}, say('correct_answer', { text: key })),
      explanation === null ? null : make('div', {}, make('p', {}, `${say('explanation')}:`), written('div', explanation)),
    );
  }

  /** The correct answer as text. */
  function keyOf(question) {
    switch (question.type) {
      case 'single':
        return question.choices.find(({ id }) => id === question.correct_choice_id)?.text ?? null;
      case 'multiple':
        return question.choices
          .filter(({ id }) => question.correct_choice_ids.includes(id))
          .map(({ text }) => text)
          .join(' · ');
      case 'true_false':
        return say(question.correct ? 'true' : 'false');
      case 'short_text':
        return question.accepted_answers.join(' · ');
      case 'numeric':
        return `${new Intl.NumberFormat(data.language, { maximumSignificantDigits: 15 }).format(question.correct_value)} ${question.unit ?? ''}`.trim();
      case 'matching':
        return question.pairs.map(({ left, right }) => `${left} – ${right}`).join(' · ');
      case 'ordering':
        return question.items.map(({ text }, at) => `${at + 1}. ${text}`).join(' ');
      default:
        return null;
    }
  }

  /** Keeps a changed answer at once, so that a closed window loses nothing. */
  function answer(question, change) {
    state.answers.set(question.id, { ...blankAnswer(question), ...change });
    save();
  }

  function fieldFor(question) {
    const given = state.answers.get(question.id);
    const { items } = quiz.html[question.id];
    const legend = make('legend', {}, say('answer'));
    switch (question.type) {
      case 'single':
      case 'multiple': {
        const type = question.type === 'single' ? 'radio' : 'checkbox';
        const choices = quiz.shuffle_choices ? shuffledBy(seedOf(question), question.choices) : question.choices;
        const inputs = choices.map(({ id }) => make('input', { type, name: 'answer', value: id, checked: given?.choice_ids.includes(id) ?? false }));
        const change = () => answer(question, { choice_ids: inputs.filter(({ checked }) => checked).map(({ value }) => value) });
        const lines = inputs.map((input) => make('label', {}, input, ' ', written('span', items[input.value])));
        return make('fieldset', { onchange: change, 'aria-describedby': 'prompt' }, legend, ...lines);
      }
      case 'true_false': {
        const lines = [true, false].map((value) =>
          make(
            'label',
            {},
            make('input', { type: 'radio', name: 'answer', checked: given?.is_true === value, onchange: () => answer(question, { is_true: value }) }),
            ` ${say(value ? 'true' : 'false')}`,
          ),
        );
        return make('fieldset', { 'aria-describedby': 'prompt' }, legend, ...lines);
      }
      case 'short_text':
      case 'numeric':
        return typedField(question, given);
      case 'essay':
        return essayField(question, given);
      case 'matching':
        return matchingField(question, given, legend);
      case 'ordering':
        return orderingField(question, given, legend);
      default:
        return null;
    }
  }

  function typedField(question, given) {
    const isNumber = question.type === 'numeric';
    const fault = make('p', { id: 'fault', role: 'alert' });
    const oninput = ({ target }) => {
      const number = isNumber ? parseNumber(target.value) : null;
      const isBad = isNumber && target.value.trim() !== '' && number === null;
      fault.textContent = isBad ? say('not_a_number') : '';
      target.setAttribute('aria-invalid', String(isBad));
      answer(question, { text: target.value, number });
    };
    const input = make('input', {
      type: 'text',
      maxlength: '1000',
      inputmode: isNumber ? 'decimal' : null,
      autocomplete: 'off',
      lang: isNumber ? null : data.written,
      'aria-describedby': 'prompt fault',
      value: given?.text ?? '',
      oninput,
    });
    return make('div', {}, make('label', {}, `${say('answer')} `, input, isNumber && question.unit ? ` ${question.unit}` : ''), fault);
  }

  function essayField(question, given) {
    const { min_words: least, max_words: most } = question;
    const count = make('p', { id: 'words' });
    const tell = (text) => {
      count.textContent = [
        say('words', { count: countWords(text, Infinity) }),
        least ? say('min_words', { count: least }) : '',
        most ? say('max_words', { count: most }) : '',
      ]
        .filter(Boolean)
        .join(' · ');
    };
    const area = make('textarea', {
      rows: '10',
      lang: data.written,
      'aria-describedby': 'prompt words',
      oninput: ({ target }) => {
        answer(question, { text: target.value });
        tell(target.value);
      },
    });
    area.value = given?.text ?? '';
    tell(area.value);
    return make('div', {}, make('label', {}, say('answer'), area), count);
  }

  function matchingField(question, given, legend) {
    const { items } = quiz.html[question.id];
    const offered = rightSides(question);
    const rights = shuffledFromKey(
      seedOf(question),
      offered,
      question.pairs.map(({ right }) => right),
      (right) => right,
    );
    const selects = question.pairs.map(({ id }) => {
      const chosen = given?.pairs.find((pair) => pair.id === id)?.right;
      const options = rights.map((right) => make('option', { value: right, selected: right === chosen, lang: data.written }, right));
      return make('select', { 'data-pair': id }, make('option', { value: '' }, say('choose')), ...options);
    });
    // By place and not by value, because a right side can be of spaces alone.
    const pairs = () =>
      selects.filter((select) => select.selectedIndex > 0).map((select) => ({ id: select.dataset.pair, right: rights[select.selectedIndex - 1] }));
    const lines = selects.map((select) => make('label', {}, written('span', items[select.dataset.pair]), ' ', select));
    return make('fieldset', { onchange: () => answer(question, { pairs: pairs() }), 'aria-describedby': 'prompt' }, legend, ...lines);
  }

  function orderingField(question, given, legend) {
    const { items } = quiz.html[question.id];
    const textOf = ({ text }) => text;
    const byItem = new Map(question.items.map((item) => [item.id, item]));
    let list = given?.choice_ids.length
      ? given.choice_ids.map((id) => byItem.get(id))
      : shuffledFromKey(seedOf(question), question.items, question.items, textOf);
    const shown = make('ol', { class: 'ordered' });
    const draw = () =>
      shown.replaceChildren(
        ...list.map((item, at) =>
          make(
            'li',
            {},
            written('span', items[item.id]),
            at > 0 ? make('button', { type: 'button', 'aria-label': say('move_up', { text: item.text }), onclick: () => move(at, at - 1) }, '↑') : null,
            at < list.length - 1
              ? make('button', { type: 'button', 'aria-label': say('move_down', { text: item.text }), onclick: () => move(at, at + 1) }, '↓')
              : null,
          ),
        ),
      );
    const move = (from, to) => {
      const item = list[from];
      list = list.toSpliced(from, 1).toSpliced(to, 0, item);
      draw();
      const buttons = [...shown.children[to].querySelectorAll('button')];
      (to < from ? buttons[0] : buttons.at(-1))?.focus();
      answer(question, { choice_ids: list.map(({ id }) => id) });
      announce(say('moved', { text: item.text, number: to + 1 }));
    };
    draw();
    return make('fieldset', { 'aria-describedby': 'prompt' }, legend, shown);
  }

  if (state.isRunning) {
    place = Math.min(Math.max(0, Number(platform.location) - 1 || 0), quiz.questions.length - 1);
    if (Date.now() >= endsAt()) handIn(true);
    else run();
  } else if (state.attempt > 0) showResult(scoreQuiz(quiz, [...state.answers.values()]));
  else showStart();
}

part('notice').hidden = platform.isFound;
if (quiz) playQuiz();
else playReading();
window.addEventListener('pagehide', () => platform.close());
// A page that the browser had kept has no connection to the platform any more.
window.addEventListener('pageshow', (event) => event.persisted && window.location.reload());
