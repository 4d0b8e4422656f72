import { setImmediate } from 'node:timers/promises';
import type { Typesetter } from '../../../../platform/typeset/typesetter.ts';
import type { Shape } from '../../../kernel/contract.ts';
import { formulasIn } from './formulas.ts';

type Named = Omit<Shape<'UnprintableName'>, 'letters'>;
type Faults = Pick<Shape<'SheetOptions'>, 'unprintable_names' | 'unprintable_texts' | 'raw_formulas'>;

const MOST_NAMES = 200;
const MOST_LETTERS = 200;
const MOST_FORMULAS = 1000;
/** Number of names checked at a time; requests are answered in between. */
const NAMES_AT_ONCE = 100;

/** Finds what sheets would leave out, and which formulas would be printed as they were written. */
export async function findUnprintable(
  typesetter: Typesetter,
  { titles, quiz, learners }: { titles: readonly string[]; quiz: Shape<'QuizContent'> | null; learners: readonly Named[] },
): Promise<Faults> {
  const questions = (quiz?.questions ?? []).map((question) => ({ question_id: question.id ?? '', texts: textsOf(question) }));
  const texts = [{ question_id: null, texts: titles }, ...questions];
  const letters = await Promise.all(texts.map(({ texts }) => typesetter.missingLetters(texts.join('\n'))));
  const formulas = questions
    .flatMap(({ question_id, texts }) => [...new Set(texts.flatMap(formulasIn))].map((formula) => ({ question_id, formula })))
    .slice(0, MOST_FORMULAS);
  const raw = new Set(await typesetter.unsettableFormulas(formulas.map(({ formula }) => formula)));
  return {
    unprintable_names: await unprintableNames(typesetter, learners),
    unprintable_texts: texts.flatMap(({ question_id }, index) => {
      const missing = letters[index] as string[];
      return missing.length > 0 ? [{ question_id, letters: missing.slice(0, MOST_LETTERS) }] : [];
    }),
    raw_formulas: formulas.filter(({ formula }) => raw.has(formula)),
  };
}

const textsOf = (question: Shape<'QuizQuestion'>): string[] => [question.prompt, ...('choices' in question ? question.choices.map(({ text }) => text) : [])];

async function unprintableNames(typesetter: Typesetter, learners: readonly Named[]): Promise<Shape<'UnprintableName'>[]> {
  const found: Shape<'UnprintableName'>[] = [];
  for (let from = 0; from < learners.length && found.length < MOST_NAMES; from += NAMES_AT_ONCE) {
    const some = learners.slice(from, from + NAMES_AT_ONCE);
    if ((await typesetter.missingLetters(some.map(({ name }) => name).join('\n'))).length > 0)
      for (const learner of some) {
        const letters = await typesetter.missingLetters(learner.name);
        if (letters.length > 0) found.push({ ...learner, letters });
      }
    await setImmediate();
  }
  return found.slice(0, MOST_NAMES);
}
