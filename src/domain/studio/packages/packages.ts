import { sql } from 'kysely';
import type { Executor } from '../../../platform/database/connect.ts';
import type { Shape } from '../../kernel/contract.ts';
import { type Faults, NotFoundError } from '../../kernel/errors.ts';

type PackageItem = Shape<'ArchivedPackageItem'>;
type Standard = Shape<'PackageStandard'>;

interface Course {
  organisationId: string;
  courseId: string;
}

export interface NewPackage {
  id: string;
  /** The stored object with the bytes of all files. */
  object_id: string;
  title: string;
  standard: Standard;
  items: readonly PackageItem[];
  /** The files, in the order of their bytes. */
  entries: readonly Shape<'ArchivedPackageEntry'>[];
}

/** Returns a path in the form in which it is compared. Files of a package do not differ only in case. */
const folded = (path: string): string => path.normalize('NFC').toLowerCase();

/** Adds packages to a course. Their bytes must be stored for the course. */
export async function addPackages(trx: Executor, { organisationId, courseId }: Course, packages: readonly NewPackage[]): Promise<void> {
  for (const { id, object_id, title, standard, items, entries } of packages) {
    const byName = Object.fromEntries(items.map(({ item, ...rest }) => [item, rest]));
    await sql`insert into packages (organisation_id, id, course_id, object_id, standard, title, items)
      values (${organisationId}, ${id}, ${courseId}, ${object_id}, ${standard}, ${title}, ${JSON.stringify(byName)}::jsonb)`.execute(trx);
    await sql`insert into package_files (organisation_id, package_id, path, folded, first_byte, size_bytes)
      select ${organisationId}, ${id}, path, folded, sum(size_bytes) over (order by number) - size_bytes, size_bytes
      from unnest(${entries.map(({ path }) => path)}::text[], ${entries.map(({ path }) => folded(path))}::text[], ${entries.map(({ size_bytes }) => size_bytes)}::bigint[]) with ordinality
        as entries (path, folded, size_bytes, number)`.execute(trx);
  }
}

/** Returns the package that a lesson shows, or undefined if it shows none. */
export const packageOf = (content: unknown): Shape<'EmbeddedPackage'> | undefined => {
  const embedded = content as Shape<'EmbedContent'> | null;
  return embedded && 'package_id' in embedded ? embedded : undefined;
};

/**
 * Checks that the package in the content belongs to the course and has the item. An unchanged package and item are not checked again. The package is locked
 * until the transaction ends, so that it is not deleted in the meantime.
 */
export async function checkPackage(trx: Executor, { organisationId, courseId }: Course, content: unknown, before: unknown, faults: Faults): Promise<void> {
  const wanted = packageOf(content);
  const kept = packageOf(before);
  if (!wanted || (wanted.package_id === kept?.package_id && wanted.item === kept.item)) return;
  const known = await trx
    .selectFrom('packages')
    .select(sql<boolean>`items ? ${wanted.item}`.as('has_item'))
    .where('organisation_id', '=', organisationId)
    .where('course_id', '=', courseId)
    .where('id', '=', wanted.package_id)
    .forKeyShare()
    .executeTakeFirst();
  if (!known) faults.add('content.package_id', 'unknown', 'The course has no such package.');
  else if (!known.has_item) faults.add('content.item', 'unknown', 'The package has no such item.');
}

/** Locks the packages that lessons show until the transaction ends, so that they still exist for copies of the lessons. */
export async function lockPackagesOf(trx: Executor, organisationId: string, lessonIds: readonly string[]): Promise<void> {
  await trx
    .selectFrom('packages')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('lessons')
        .select(sql<string>`package_id`.as('package_id'))
        .where('organisation_id', '=', organisationId)
        .where('id', '=', sql<string>`any(${[...lessonIds]}::uuid[])`)
        .where('package_id', 'is not', null),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
}

export interface PlayedItem extends Omit<PackageItem, 'item'> {
  standard: Standard;
}

/** Returns an item of a package.
 * @throws NotFoundError */
export async function readItem(
  db: Executor,
  organisationId: string,
  { package_id, item }: Pick<Shape<'EmbeddedPackage'>, 'package_id' | 'item'>,
): Promise<PlayedItem> {
  const row = await db
    .selectFrom('packages')
    .select(['standard', sql<Omit<PackageItem, 'item'> | null>`items -> ${item}::text`.as('item')])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', package_id)
    .executeTakeFirst();
  if (!row?.item) throw new NotFoundError();
  return { ...row.item, standard: row.standard as Standard };
}

export interface PackageFile {
  path: string;
  /** The storage key of the bytes of the package. */
  key: string;
  start: number;
  size: number;
}

/** Finds a file of a package by its path, ignoring case: many packages were created on systems that ignore it. */
export async function findPackageFile(db: Executor, organisationId: string, packageId: string, path: string): Promise<PackageFile | undefined> {
  const row = await db
    .selectFrom('package_files as files')
    .innerJoin('packages', (join) => join.onRef('packages.organisation_id', '=', 'files.organisation_id').onRef('packages.id', '=', 'files.package_id'))
    .innerJoin('storage_objects as objects', (join) =>
      join.onRef('objects.organisation_id', '=', 'packages.organisation_id').onRef('objects.id', '=', 'packages.object_id'),
    )
    .where('files.organisation_id', '=', organisationId)
    .where('files.package_id', '=', packageId)
    .where('files.folded', '=', folded(path))
    .where('objects.storage_key', 'is not', null)
    .select(['files.path', 'files.first_byte', 'files.size_bytes', 'objects.storage_key'])
    .executeTakeFirst();
  return row && { path: row.path, key: row.storage_key as string, start: Number(row.first_byte), size: Number(row.size_bytes) };
}
