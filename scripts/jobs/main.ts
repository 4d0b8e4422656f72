import { endWithReader } from '../cli/reader.ts';
import { runJobsCommand } from './run.ts';

endWithReader();
process.exitCode = await runJobsCommand(process.argv.slice(2), {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
