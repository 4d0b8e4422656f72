import type { ByteSource, ZipReader } from '../../../../platform/archives/zip-reader.ts';
import type { NewTopic } from '../../../community/discussions/add-topics.ts';
import type { Shape } from '../../../kernel/contract.ts';

export type Archive = Shape<'CourseArchive'>;
export type ImportedLesson = Shape<'CourseArchiveLesson'>;
export type ArchivedSettings = Partial<Pick<Archive, 'gradebook' | 'discussions' | 'certificates' | 'attendance' | 'refund_policy' | 'teacher'>>;
export type CourseImportFailure = Shape<'CourseImportFailure'>;
export type Warning = Shape<'CourseImportWarning'>;

/** A course as it was found in a file, with IDs of its own. */
export interface FoundCourse {
  course: Partial<Archive['course']> & { title: string };
  chapters: readonly Archive['chapters'][number][];
  lessons: readonly ImportedLesson[];
  media: readonly Archive['media'][number][];
  documents: readonly Archive['documents'][number][];
  /** Topics about lessons. Left out if the format has none. */
  topics?: readonly NewTopic[];
  heroImages: readonly Archive['hero_images'][number][];
  /** Left out if the format has none. */
  packages?: readonly ImportedPackage[];
  /** The settings. Those left out stay as they are in new courses. Null if the format has none. */
  settings: ArchivedSettings | null;
  /** The number of items in the file: what the format calls a question, an item, a lesson or a file. */
  found: number;
  /** Losses that the format already knows. Each item that is changed or skipped has at least one. */
  warnings: readonly Warning[];
  /** Location of the course's files. Left out if it has none. */
  archive?: Pick<ZipReader, 'placeOf'>;
}

/** A package that lessons of the course show. */
export interface ImportedPackage extends Pick<Shape<'ArchivedPackage'>, 'id' | 'title' | 'standard' | 'items' | 'entries'> {
  file_name: string;
  /** Size of all its files. */
  size_bytes: number;
  /** The entries of the archive that hold the bytes of its files, one after another. */
  paths: readonly string[];
}

export interface UploadedCourse {
  storage: ByteSource;
  key: string;
  name: string;
  size: number;
  /** The time zone of the course, unless the file names one. */
  timeZone: string;
}

/** A kind of file from which courses are imported. */
export interface CourseFormat {
  name: Shape<'CourseImportFormat'>;
  /**
   * @param head the first bytes of the file
   * @param names the names of the entries, if it is a ZIP archive
   */
  recognises(head: Buffer, names: ReadonlySet<string>): boolean;
  /** @throws UnreadableCourse, ArchiveError */
  read(file: UploadedCourse): Promise<FoundCourse>;
}

/** The file cannot be imported. Nothing was made. */
export class UnreadableCourse extends Error {
  readonly failure: CourseImportFailure;

  constructor(failure: CourseImportFailure, message: string = failure) {
    super(message);
    this.failure = failure;
  }
}
