import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';
import { type Fraction, hundredths, sum } from '../grading/fraction.ts';

type Criterion = Shape<'RubricCriterion'>;

/** Returns the points of a rubric in hundredths: those of the best level of each criterion. */
export const pointsOfRubric = ({ criteria }: { criteria: readonly Criterion[] }): Fraction =>
  sum(criteria.map(({ levels }) => hundredths(Math.max(...levels.map(({ points }) => points)))));

/** Checks that each criterion, and each level of a criterion, can be told from the others. `field` is the list of the criteria. */
export function checkCriteria(criteria: readonly Criterion[], field: string, faults: Faults): void {
  const ids = new Set<string>();
  criteria.forEach(({ id, levels }, index) => {
    if (ids.has(id)) faults.add(`${field}.${index}.id`, 'duplicate', 'Another criterion has this ID.');
    ids.add(id);
    const titles = new Set<string>();
    levels.forEach(({ title }, place) => {
      if (titles.has(title)) faults.add(`${field}.${index}.levels.${place}.title`, 'duplicate', 'Another level in this criterion has this title.');
      titles.add(title);
    });
  });
}
