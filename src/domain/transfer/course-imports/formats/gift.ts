import { type CourseFormat, UnreadableCourse } from './format.ts';
import { readAnswers } from './gift-answers.ts';
import { formatOf, hide, toMarkdown, toPlain, withoutFormat } from './gift-text.ts';
import { type FoundQuestion, type FoundQuiz, type Loss, type Question, questionCourse } from './question-course.ts';
import { nameOf, readText } from './text-course.ts';

const CATEGORY = /^\$CATEGORY: *(\S.*)$/;
/** The beginning of the answers to a question. */
const ANSWERS = /\{\s{0,9}(?:[=~#}]|(?:T|F|TRUE|FALSE)[}#])/;
const MOST_BLOCKS = 20_000;
const GAP = '\\_\\_\\_\\_\\_';

/** Moodle's GIFT format. Each category becomes a quiz. */
export const gift: CourseFormat = {
  name: 'gift',
  recognises(head) {
    const text = hide(head.toString());
    return !/[\0\ufffd]/.test(text.slice(0, -1)) && blocksOf(text).some(({ text: block }) => CATEGORY.test(block) || ANSWERS.test(block));
  },
  async read(file) {
    const title = nameOf(file.name);
    return questionCourse(title, quizzesOf(title, await readText(file)));
  },
};

/** A text without a question. */
interface Description extends Block {
  title: string;
}

interface Block {
  line: number;
  text: string;
}

/** Returns the blocks between blank lines, without comments. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line.startsWith('//')) continue;
    if (line === '') block = undefined;
    else if (CATEGORY.test(line)) {
      blocks.push({ line: index + 1, text: line });
      block = undefined;
    } else if (block) block.text += `\n${line}`;
    else {
      block = { line: index + 1, text: line };
      blocks.push(block);
    }
  }
  return blocks;
}

function quizzesOf(title: string, text: string): FoundQuiz[] {
  const quizzes = new Map<string, FoundQuestion[]>([[title, []]]);
  let current = title;
  let pending: Description[] = [];
  const flush = () => {
    for (const { line, title: lost } of pending)
      quizzes.get(current)?.push({ line, title: lost, losses: [{ outcome: 'skipped', kind: 'text_without_question' }] });
    pending = [];
  };
  const blocks = blocksOf(hide(text));
  if (blocks.length > MOST_BLOCKS) throw new UnreadableCourse('text_too_large');
  for (const block of blocks) {
    const path = CATEGORY.exec(block.text)?.[1];
    if (path !== undefined) {
      flush();
      current = categoryTitle(path, title);
      if (!quizzes.has(current)) quizzes.set(current, []);
      continue;
    }
    const found = questionOf(block, pending);
    if (found.text !== undefined) {
      pending.push({ line: block.line, title: found.title, text: found.text });
      continue;
    }
    // A text belongs to the question that follows it.
    for (const { line, title: before } of pending)
      quizzes.get(current)?.push({ line, title: before, losses: [{ outcome: found.question ? 'changed' : 'skipped', kind: 'text_moved' }] });
    pending = [];
    quizzes.get(current)?.push(found);
  }
  flush();
  return [...quizzes].map(([name, questions]) => ({ title: name, questions })).filter(({ questions }) => questions.length > 0);
}

function categoryTitle(path: string, title: string): string {
  const names = path.split('/').flatMap((name) => {
    const shown = name.trim();
    return shown === '' || shown === 'top' || /^\$[a-z]+\$$/.test(shown) ? [] : [shown];
  });
  return names.join(' / ') || title;
}

function questionOf({ line, text }: Block, before: readonly Block[]): FoundQuestion & { text?: string } {
  const titled = /^::([^\n]*?)::/.exec(text);
  const body = (titled ? text.slice(titled[0].length) : text).trim();
  const format = formatOf(body) ?? 'moodle';
  const shown = withoutFormat(body).trim();
  const [open, close] = [shown.indexOf('{'), shown.lastIndexOf('}')];
  const losses: Loss[] = [];
  const markdown = (part: string) => toMarkdown(part, format, losses);
  const title = titled?.[1] === undefined ? toPlain(open < 0 ? shown : shown.slice(0, open), format) || toPlain(shown, format) : toPlain(titled[1], 'plain');
  if (open < 0 && close < 0) return { line, title, losses, text: markdown(shown) };
  if (open < 0 || close < open) return { line, title, losses: [{ outcome: 'skipped', kind: 'question_invalid' }] };
  const [head, tail] = [markdown(shown.slice(0, open)), markdown(shown.slice(close + 1))];
  const prompt = [...before.map(({ text: moved }) => moved), tail === '' ? head : `${head} ${GAP} ${tail}`.trim()].filter(Boolean).join('\n\n');
  const answers = readAnswers(shown.slice(open + 1, close).trim(), markdown, losses);
  if (!answers) return { line, title, losses: [{ outcome: 'skipped', kind: 'question_not_supported' }] };
  const { explanation, ...fields } = answers;
  return { line, title, question: { prompt, explanation, ...fields } as unknown as Question, losses };
}
