import { Faults } from '../../../../src/domain/kernel/errors.ts';
import { checkContent } from '../../../../src/domain/studio/lesson-content/check-content.ts';

type Type = Parameters<typeof checkContent>[0];

/** Returns the content as it would be stored. @throws if it has faults */
export function stored(type: Type, content: object): Record<string, unknown> {
  const faults = new Faults();
  const finished = checkContent(type, content as never, faults);
  faults.check();
  return finished as Record<string, unknown>;
}

/** Returns the faults of a content, each as `field code`. */
export function faultsOf(type: Type, content: unknown): string[] {
  const faults = new Faults();
  checkContent(type, content as never, faults);
  return faults.list.map(({ field, code }) => `${field} ${code}`);
}
