import type { ImportedLesson } from '../format.ts';
import type { CanvasCourse } from './canvas.ts';
import type { Entries } from './entries.ts';
import type { CourseFiles } from './files.ts';
import type { Ledger } from './ledger.ts';
import type { Manifest } from './manifest.ts';

/** An archive and the objects that are made of it. */
export interface Source {
  entries: Entries;
  files: CourseFiles;
  ledger: Ledger;
  manifest: Manifest;
  canvas: CanvasCourse;
  isCanvas: boolean;
  timeZone: string;
  startDate: string | null;
}

/** How an item is placed in the outline. */
export interface Placing {
  title: string;
  isPublished: boolean;
  /** The address that Canvas states for the item, which takes precedence over that of its resource. */
  url?: string | undefined;
  /** When Canvas opens the module. */
  unlockAt?: string | undefined;
}

/** A lesson that stands in no chapter yet. */
export type MadeLesson = Omit<ImportedLesson, 'chapter_id'>;

/** The content that a lesson shows. */
export type Shown = Pick<MadeLesson, 'content_type' | 'content'>;
