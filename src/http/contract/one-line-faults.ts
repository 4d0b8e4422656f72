import type { FieldFault } from '../../domain/kernel/errors.ts';
import { isOneLine, isSeen } from '../../domain/kernel/one-line.ts';

/**
 * Returns a fault for each member of a body that is a name (x-one-line) and cannot be one.
 * @param paths of such members, such as `title` or `rows[].values.name`
 */
export const oneLineFaults = (body: unknown, paths: readonly string[]): FieldFault[] => paths.flatMap((path) => faultsAt(body, path.split('.'), ''));

function faultsAt(value: unknown, [step, ...rest]: string[], field: string): FieldFault[] {
  if (step === undefined) {
    if (typeof value !== 'string') return [];
    const place = field.slice(0, 500);
    if (!isOneLine(value))
      return [
        {
          field: place,
          code: 'invalid_character',
          message: 'Must not contain line breaks, control characters or characters that change the direction of text.',
        },
      ];
    // Empty and blank names are refused by the pattern of required names.
    return value.trim() === '' || isSeen(value) ? [] : [{ field: place, code: 'blank', message: 'Must not be blank.' }];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = step.endsWith('[]');
  const name = isList ? step.slice(0, -2) : step;
  const member = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  const place = field ? `${field}.${name}` : name;
  if (!isList) return faultsAt(member, rest, place);
  return Array.isArray(member) ? member.flatMap((item, index) => faultsAt(item, rest, `${place}.${index}`)) : [];
}
