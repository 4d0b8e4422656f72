import { ArchiveError } from '../../../../platform/archives/zip-reader.ts';
import { type CourseImportFailure, UnreadableCourse } from './format.ts';

/** Returns why a file cannot be imported, or undefined if the error is not the fault of the file. */
export function faultOfFile(error: unknown): CourseImportFailure | undefined {
  if (error instanceof UnreadableCourse) return error.failure;
  return error instanceof ArchiveError ? `archive_${error.fault}` : undefined;
}
