import type { Shape } from '../../kernel/contract.ts';
import type { Faults } from '../../kernel/errors.ts';

/** Checks that rules about files are only set when files can be submitted. */
export function finishAssignment(assignment: Shape<'AssignmentContent'>, faults: Faults): Shape<'AssignmentContent'> {
  if (!assignment.submission_kinds.includes('file')) {
    if (assignment.max_files !== 1) faults.add('content.max_files', 'not_allowed', 'Only allowed with the submission kind file.');
    if (assignment.allowed_file_extensions.length) faults.add('content.allowed_file_extensions', 'not_allowed', 'Only allowed with the submission kind file.');
  }
  return assignment;
}
