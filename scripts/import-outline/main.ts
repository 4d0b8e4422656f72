import { parseArgs } from 'node:util';
import { connect } from './client.ts';
import { importCourse, type Report } from './import-course.ts';
import { ImportError } from './import-error.ts';
import { type Outline, readOutline } from './outline.ts';
import { progressOn } from './progress.ts';

const USAGE = `Usage: node scripts/import-outline/main.ts <file.json> [--url http://localhost:3000] [--publish]

Creates the course of an outline file through the HTTP API, using the API key in the environment variable LMS_API_KEY.
If you run it again within 24 hours with the same key, it continues where it stopped and creates nothing twice.

  --url      URL of the service (default http://localhost:3000)
  --publish  publishes the course as soon as it is complete
  --help     shows this help`;

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
  if (!values.help && (!file || rest.length)) throw new ImportError('name exactly one outline file; --help shows how');
  if (!/^https?:$/.test(URL.parse(values.url)?.protocol ?? '')) throw new ImportError(`--url must be a URL that starts with http:// or https://`);
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
  if (!/^[!-~]+$/.test(key)) throw new ImportError('LMS_API_KEY contains characters that an API key never has');
  return key;
}

function summary({ title, chapters }: Outline, { course, made, alreadyThere }: Report): string {
  const items = chapters.flatMap((chapter) => chapter.items);
  const exercises = items.filter(({ kind }) => kind === 'exercise').length;
  return [
    `${title}: ${chapters.length} chapters, ${items.length} lessons, ${exercises} of them assignments`,
    `course ${course.id} (${course.status})`,
    `${made} created, ${alreadyThere} already there`,
  ].join('\n');
}
