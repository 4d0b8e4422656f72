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

A course is a folder with course.yaml, a folder for each chapter with chapter.yaml, and a file for each lesson: Markdown with front matter for texts
and assignments, JSON for everything else. Their names give the order. lms.lock.json records the state on which the folder and the service last agreed; commit it, too.

push sends only what has changed in the folder, and keeps what others have changed in the service. If both have changed the same field, it sends nothing of
that file, shows the difference, and exits with code 1. It deletes lessons without a file only with --delete. With --force, the files that you name replace
what the service had when push showed the difference.
pull writes what has changed in the service. With --force, it overwrites your changes where both have changed.
diff shows the differences, from the service to the folder, and exits with code 1 if there are any.
resolve marks files as merged by hand: the next push sends them, unless the service has changed again in the meantime.
import creates a course from a single outline file. Within 24 hours, another run continues where the last one stopped.

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
    if (!action) throw new Failure('lms outline push, pull, diff, resolve or import; lms outline --help shows how');
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
    for (const path of report.there) io.out(`${paint(io, 'yellow', '<')} ${path} has changed in the service; lms outline pull fetches it\n`);
    for (const path of report.left)
      io.out(`${paint(io, 'yellow', '?')} ${path} has no file and stays in the service, or has changed there; --delete deletes what has not changed\n`);
    showConflicts(report.conflicts, io);
    io.out(
      `course ${report.courseId}: ${report.made.length} made, ${report.changed.length} changed, ${report.moved.length} moved, ${report.deleted.length} deleted\n`,
    );
  }
  return report.conflicts.length ? EXIT.different : EXIT.ok;
}

async function pullFolder(positionals: string[], values: Values, io: Io): Promise<number> {
  const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(positionals[0] ?? '');
  const folder = resolve((isId ? positionals[1] : positionals[0]) ?? '.');
  const known = (await readLock(folder)).course?.id;
  const courseId = isId ? (positionals[0] as string) : known;
  if (!courseId) throw new Failure(`${folder} holds no course; name the id of one`);
  if (known && known !== courseId) throw new Failure(`${folder} holds another course (${known})`);
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
  io.out(`${files.length} merged; lms outline push sends what they have now\n`);
  return EXIT.ok;
}

/** Returns the folder of the course that the files belong to. */
async function markMerged(files: string[]): Promise<string> {
  const [first] = files;
  if (first === undefined) throw new Failure('name the files that you have merged; lms outline --help shows how');
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
  if (!file || rest.length) throw new Failure('name exactly one outline file; lms outline --help shows how');
  const outline = await readOutline(file);
  const progress = progressOn(io.terminal);
  const lms = openAgent(values, { ...io, err: (text) => progress.note(text.trimEnd()) });
  const onStep = progress.step;
  const { course, made, alreadyThere } = await importCourse(lms, outline, { publish: values.publish === true, onStep }).finally(() => progress.end());
  if (values.json) io.out(`${JSON.stringify({ courseId: course.id, made, alreadyThere })}\n`);
  else io.out(`course ${course.id} (${course.status}): ${made} made, ${alreadyThere} already there\n`);
  return EXIT.ok;
}

function showConflicts(conflicts: Conflict[], io: Io): void {
  for (const { path, here, there } of conflicts)
    io.out(`${paint(io, 'red', `conflict: ${path} has changed here and in the service`)}\n${paintDiff(io, patchOf(path, there, here))}\n`);
  if (conflicts.length)
    io.out('Merge each file by hand, mark it by lms outline resolve FILE, and push again. lms outline pull --force takes what the service has.\n');
}
