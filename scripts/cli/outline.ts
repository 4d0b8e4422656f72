import { relative, resolve } from 'node:path';
import { paint, paintDiff } from './colours.ts';
import { type Command, EXIT, Failure, type Io, type Values } from './command.ts';
import { CONNECTION_OPTIONS, openAgent } from './connection.ts';
import { importCourse } from './import/import-course.ts';
import { readOutline } from './import/outline-file.ts';
import { differences, patchOf } from './outline/differences.ts';
import { courseFolderOf, readLock, resolveConflicts } from './outline/lock.ts';
import { pull } from './outline/pull.ts';
import { type Conflict, push } from './outline/push.ts';
import { progressOn } from './progress.ts';

type Action = (positionals: string[], values: Values, io: Io) => Promise<number>;

const ACTIONS: Record<string, Action> = { push: pushFolder, pull: pullFolder, diff: showDifferences, import: importFile, resolve: resolveFiles };

export const outline: Command = {
  summary: 'keeps a course as files: push, pull, diff, resolve, import',
  help: `Usage: lms outline push [FOLDER] [--delete] [--json]
       lms outline push --force FILE...
       lms outline pull [COURSE_ID] [FOLDER] [--force] [--json]
       lms outline diff [FOLDER] [--json]
       lms outline resolve FILE...
       lms outline import FILE.json [--publish] [--json]

A course is a folder with course.yaml and a subfolder for each chapter. The subfolder contains chapter.yaml and a file for each lesson: Markdown with front
matter for text lessons and assignments, JSON for everything else. The names determine the order. lms.lock.json records the last state in which the folder
and the service agreed; commit it as well.

push sends only the changes made in the folder, and keeps other people's changes in the service. If a field has changed in both places, push does not send
the file, but shows the difference and exits with code 1. It deletes lessons without a file only with --delete. With --force, the specified files replace
the versions that the service had when push showed the difference.
pull writes the changes made in the service to the folder. With --force, it overwrites your changes to fields that have changed in both places.
diff shows how the folder differs from the service, and exits with code 1 if there are any differences.
resolve marks files as merged by hand. The next push sends them, unless they have changed in the service again.
import creates a course from a single outline file. If the import is interrupted, run it again within 24 hours to continue where it stopped.

Examples:
  lms outline import outline.json --publish
  lms outline pull "$COURSE" bread
  cd bread
  lms outline diff
  lms outline push
  lms outline resolve 01-the-dough/02-kneading.md && lms outline push`,
  words: Object.keys(ACTIONS),
  options: { ...CONNECTION_OPTIONS, delete: { type: 'boolean' }, force: { type: 'boolean' }, publish: { type: 'boolean' }, json: { type: 'boolean' } },
  async run([name = '', ...rest], values, io) {
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw new Failure('use lms outline push, pull, diff, resolve or import; see lms outline --help');
    return action(rest, values, io);
  },
};

async function pushFolder(positionals: string[], values: Values, io: Io): Promise<number> {
  const [folder = '.'] = values.force ? [await markMerged(positionals)] : positionals;
  const progress = progressOn(io.terminal);
  const onStep = (done: number, total: number, title: string) => progress.step({ done, total, chapter: null, title });
  const report = await push(openAgent(values, io), resolve(folder), { remove: values.delete === true, onStep }).finally(() => progress.end());
  if (values.json) io.out(`${JSON.stringify(report)}\n`);
  else {
    for (const [sign, paths] of Object.entries({ '+': report.made, '~': report.changed, '>': report.moved, '-': report.deleted }))
      for (const path of paths) io.out(`${paint(io, sign === '-' ? 'red' : 'green', sign)} ${path}\n`);
    for (const path of report.there) io.out(`${paint(io, 'yellow', '<')} ${path} has changed in the service; run lms outline pull to fetch it\n`);
    for (const path of report.left)
      io.out(`${paint(io, 'yellow', '?')} ${path} has no file but was kept in the service; use --delete to delete it if it has not changed there\n`);
    showConflicts(report.conflicts, io);
    io.out(
      `course ${report.courseId}: ${report.made.length} created, ${report.changed.length} changed, ${report.moved.length} moved, ${report.deleted.length} deleted\n`,
    );
  }
  return report.conflicts.length ? EXIT.different : EXIT.ok;
}

async function pullFolder(positionals: string[], values: Values, io: Io): Promise<number> {
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(positionals[0] ?? '');
  const folder = resolve((isId ? positionals[1] : positionals[0]) ?? '.');
  const known = (await readLock(folder)).course?.id;
  const courseId = isId ? (positionals[0] as string) : known;
  if (!courseId) throw new Failure(`${folder} does not contain a course; specify a course ID`);
  if (known && known !== courseId) throw new Failure(`${folder} contains a different course (${known})`);
  const report = await pull(openAgent(values, io), folder, courseId, { force: values.force === true });
  if (values.json) io.out(`${JSON.stringify(report)}\n`);
  else {
    for (const path of report.written) io.out(`${paint(io, 'green', '<')} ${path}\n`);
    for (const path of report.deleted) io.out(`${paint(io, 'red', '-')} ${path}\n`);
    showConflicts(report.conflicts, io);
    io.out(`course ${courseId}: ${report.written.length} files written, ${report.deleted.length} deleted\n`);
  }
  return report.conflicts.length ? EXIT.different : EXIT.ok;
}

async function resolveFiles(files: string[], _values: Values, io: Io): Promise<number> {
  await markMerged(files);
  io.out(`${files.length} marked as merged; run lms outline push to send them\n`);
  return EXIT.ok;
}

/** Returns the folder of the course that the files belong to. */
async function markMerged(files: string[]): Promise<string> {
  const [first] = files;
  if (first === undefined) throw new Failure('specify the files that you have merged; see lms outline --help');
  const folder = await courseFolderOf(first);
  await resolveConflicts(
    folder,
    files.map((file) => relative(folder, resolve(file))),
  );
  return folder;
}

async function showDifferences([folder = '.']: string[], values: Values, io: Io): Promise<number> {
  const patches = await differences(openAgent(values, io), resolve(folder));
  io.out(values.json ? `${JSON.stringify(patches)}\n` : patches.map((patch) => paintDiff(io, patch)).join('\n'));
  return patches.length ? EXIT.different : EXIT.ok;
}

async function importFile([file, ...rest]: string[], values: Values, io: Io): Promise<number> {
  if (!file || rest.length) throw new Failure('specify exactly one outline file; see lms outline --help');
  const outline = await readOutline(file);
  const progress = progressOn(io.terminal);
  const lms = openAgent(values, { ...io, err: (text) => progress.note(text.trimEnd()) });
  const onStep = progress.step;
  const { course, made, alreadyThere } = await importCourse(lms, outline, { publish: values.publish === true, onStep }).finally(() => progress.end());
  if (values.json) io.out(`${JSON.stringify({ courseId: course.id, made, alreadyThere })}\n`);
  else io.out(`course ${course.id} (${course.status}): ${made} created, ${alreadyThere} already existed\n`);
  return EXIT.ok;
}

function showConflicts(conflicts: Conflict[], io: Io): void {
  for (const { path, here, there } of conflicts)
    io.out(`${paint(io, 'red', `conflict: ${path} has changed here and in the service`)}\n${paintDiff(io, patchOf(path, there, here))}\n`);
  if (conflicts.length)
    io.out(
      'Merge each file by hand, mark it as merged with lms outline resolve FILE, and push again. To keep the version in the service instead, use lms outline pull --force.\n',
    );
}
