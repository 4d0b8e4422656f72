import { LONGEST_SUSPEND_DATA } from './platform.js';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BITS = 6;

/** A number below 4096 as two letters. */
const pairOfLetters = (number) => LETTERS[number >> BITS] + LETTERS[number & 63];
const numberOf = (letters) => (LETTERS.indexOf(letters[0]) << BITS) | LETTERS.indexOf(letters[1]);

export const blankAnswer = (question) => ({ question_id: question.id, choice_ids: [], is_true: null, text: null, number: null, pairs: [] });

/** The right sides that a matching question offers, each once. */
export const rightSides = ({ pairs, distractors }) => [...new Set([...pairs.map(({ right }) => right), ...distractors])];

/** Writes an answer in as few letters as possible, and '' for none. */
export function packAnswer(question, answer) {
  if (!answer) return '';
  switch (question.type) {
    case 'single':
    case 'ordering': {
      const list = question.type === 'single' ? question.choices : question.items;
      return answer.choice_ids.map((id) => LETTERS[list.findIndex((one) => one.id === id)]).join('');
    }
    case 'multiple': {
      if (answer.choice_ids.length === 0) return '';
      let packed = '';
      for (let from = 0; from < question.choices.length; from += BITS) {
        const part = question.choices.slice(from, from + BITS);
        packed += LETTERS[part.reduce((bits, { id }, place) => bits | (answer.choice_ids.includes(id) ? 1 << place : 0), 0)];
      }
      return packed;
    }
    case 'true_false':
      return answer.is_true === null ? '' : answer.is_true ? '1' : '0';
    case 'matching': {
      if (answer.pairs.length === 0) return '';
      const rights = rightSides(question);
      return question.pairs.map(({ id }) => pairOfLetters(rights.indexOf(answer.pairs.find((pair) => pair.id === id)?.right) + 1)).join('');
    }
    default:
      return (answer.text ?? '').replaceAll(/[%,;]/g, (mark) => `%${'%,;'.indexOf(mark)}`);
  }
}

function unpackAnswer(question, packed) {
  if (packed === '') return undefined;
  const answer = blankAnswer(question);
  switch (question.type) {
    case 'single':
    case 'ordering': {
      const list = question.type === 'single' ? question.choices : question.items;
      answer.choice_ids = [...packed].map((letter) => list[LETTERS.indexOf(letter)].id);
      break;
    }
    case 'multiple':
      answer.choice_ids = question.choices.filter((_, at) => LETTERS.indexOf(packed[Math.floor(at / BITS)]) & (1 << (at % BITS))).map(({ id }) => id);
      break;
    case 'true_false':
      answer.is_true = packed === '1';
      break;
    case 'matching': {
      const rights = rightSides(question);
      answer.pairs = question.pairs
        .map(({ id }, at) => ({ id, right: rights[numberOf(packed.slice(2 * at, 2 * at + 2)) - 1] }))
        .filter(({ right }) => right !== undefined);
      break;
    }
    default:
      answer.text = packed.replaceAll(/%[012]/g, (mark) => '%,;'[Number(mark[1])]);
      if (question.type === 'numeric') answer.number = parseNumber(answer.text);
  }
  return answer;
}

/** Returns the number that somebody has typed, with a decimal point or comma, or null. */
export function parseNumber(text) {
  const typed = text.trim();
  const number = Number(typed.includes('.') ? typed : typed.replace(',', '.'));
  return typed !== '' && Number.isFinite(number) ? number : null;
}

const VERSION = '1';

/** What is kept of a quiz: which attempt runs since when and in which order, the best result so far, and the answers. */
export function packState(quiz, state) {
  const { seed, attempt, started, isRunning, best, isPassed } = state;
  const head = [
    VERSION,
    quiz.fingerprint,
    seed.toString(36),
    attempt,
    Math.floor(started / 1000).toString(36),
    isRunning ? 1 : 0,
    best ?? '',
    isPassed ? 1 : 0,
  ];
  const packed = quiz.questions.map((question) => packAnswer(question, state.answers.get(question.id)));
  const text = () => `${head.join(';')};${packed.join(',').replace(/,+$/, '')}`;
  let lost = 0;
  // The longest answers are given up first, because that way the fewest are lost.
  const longest = packed.map((answer, at) => ({ at, size: answer.length })).sort((a, b) => a.size - b.size);
  let whole = text();
  while (whole.length > LONGEST_SUSPEND_DATA) {
    packed[longest.pop().at] = '';
    lost += 1;
    whole = text();
  }
  return { text: whole, lost };
}

/** Returns what was kept, or undefined if it is not of this quiz. */
export function unpackState(quiz, text) {
  try {
    const [version, fingerprint, seed, attempt, started, isRunning, best, isPassed, packed] = text.split(';');
    if (version !== VERSION || fingerprint !== quiz.fingerprint) return undefined;
    const answers = packed.split(',');
    return {
      seed: Number.parseInt(seed, 36),
      attempt: Number(attempt),
      started: Number.parseInt(started, 36) * 1000,
      isRunning: isRunning === '1',
      best: best === '' ? null : Number(best),
      isPassed: isPassed === '1',
      answers: new Map(
        quiz.questions.flatMap((question, at) => {
          const answer = unpackAnswer(question, answers[at] ?? '');
          return answer ? [[question.id, answer]] : [];
        }),
      ),
    };
  } catch {
    return undefined;
  }
}

/** Shuffles a list, in the same order for the same seed (mulberry32). */
export function shuffledBy(seed, list) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const shuffled = [...list];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  return shuffled;
}

/** Shuffles a list so that it does not begin in the order of the answer key. */
export function shuffledFromKey(seed, list, key, textOf) {
  const canDiffer = new Set(list.map(textOf)).size > 1;
  for (let round = 0; ; round++) {
    const order = shuffledBy(seed + round * 7919, list);
    if (!canDiffer || key.some((one, place) => textOf(one) !== textOf(order[place]))) return order;
  }
}
