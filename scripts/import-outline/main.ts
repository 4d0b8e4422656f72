import { parseArgs } from 'node:util';
import { connect } from './client.ts';
import { importCourse, type Report } from './import-course.ts';
import { ImportError } from './import-error.ts';
import { type Outline, readOutline } from './outline.ts';
import { progressOn } from './progress.ts';

const USAGE = `Usage: node scripts/import-outline/main.ts <file.json> [--url http://localhost:3000] [--publish]

Builds the course of an outline file through the HTTP API, with the API key of the environment variable LMS_API_KEY.
Run again within 24 hours with the same key, it makes nothing twice and carries on where it was cut off.

  --url      where the service is (default http://localhost:3000)
  --publish  opens the course to learners when all of it is there
  --help     shows this`;

try {
  await main();
} catch (error) {
  if (!(error instanceof ImportError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { help, file, url, publish } = readArguments();
  if (help) return console.log(USAGE);
  const outline = await readOutline(file);
  const apiKey = readApiKey();
  const progress = progressOn(process.stderr);
  const api = connect(url, apiKey, { onWait: (seconds, reason) => progress.note(`${reason}: waiting ${seconds} s`) });
  try {
    const report = await importCourse(api, outline, { publish, onStep: progress.step });
    progress.end();
    console.log(summary(outline, report));
  } catch (error) {
    progress.end();
    throw error;
  }
}

function readArguments() {
  const { values, positionals } = parse();
  const [file = '', ...rest] = positionals;
  if (!values.help && (!file || rest.length)) throw new ImportError('name one outline file; --help shows how');
  if (!/^https?:$/.test(URL.parse(values.url)?.protocol ?? '')) throw new ImportError(`--url must be an address that starts with http:// or https://`);
  return { ...values, file, url: values.url.replace(/\/+$/, '') };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: { type: 'string', default: 'http://localhost:3000' },
        publish: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new ImportError((error as Error).message);
  }
}

function readApiKey(): string {
  const key = process.env.LMS_API_KEY ?? '';
  if (!key) throw new ImportError('the environment variable LMS_API_KEY must hold an API key');
  if (!/^[!-~]+$/.test(key)) throw new ImportError('LMS_API_KEY holds characters that no API key has');
  return key;
}

function summary({ title, chapters }: Outline, { course, made, alreadyThere }: Report): string {
  const items = chapters.flatMap((chapter) => chapter.items);
  const exercises = items.filter(({ kind }) => kind === 'exercise').length;
  return [
    `${title}: ${chapters.length} chapters, ${items.length} lessons, ${exercises} of them assignments`,
    `course ${course.id} (${course.status})`,
    `${made} made, ${alreadyThere} already there`,
  ].join('\n');
}
