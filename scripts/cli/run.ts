import { parseArgs } from 'node:util';
import { ConnectionError, LmsError } from '../sdk/index.ts';
import { paint } from './colours.ts';
import { type Command, EXIT, Failure, type Io } from './command.ts';
import { commands } from './commands.ts';
import { completion } from './completion.ts';

/** Runs `lms` with these arguments, and returns its exit code. */
export async function run([name = '--help', ...args]: string[], io: Io): Promise<number> {
  try {
    if (name === 'completion') {
      io.out(args.some((arg) => ['--help', '-h'].includes(arg)) ? COMPLETION_HELP : completion(args[0] ?? '', commands));
      return EXIT.ok;
    }
    if (['--help', '-h', 'help'].includes(name)) {
      io.out(`${usage()}\n`);
      return EXIT.ok;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new Failure(`unknown command ${name}; lms --help lists the commands`);
    const { values, positionals } = parse(command, args);
    if (values.help) {
      io.out(`${command.help}\n`);
      return EXIT.ok;
    }
    return await command.run(positionals, values, io);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === null) throw error;
    const { message } = error as Error;
    const advice = message.startsWith('cannot reach') ? '; is the service running there? Use --url or LMS_URL to specify a different URL' : '';
    io.err(`${paint(io, 'red', 'error:')} ${message}${advice}\n`);
    return code;
  }
}

const COMPLETION_HELP = `Usage: lms completion bash|zsh

Prints a completion script, which the shell loads when it starts.

Examples:
  lms completion bash > lms-completion.bash && source lms-completion.bash
`;

function parse({ options = {} }: Command, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, help: { type: 'boolean', short: 'h' } } });
  } catch (error) {
    throw new Failure((error as Error).message);
  }
}

function exitCodeOf(error: unknown): number | null {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof LmsError) return EXIT.refused;
  if (error instanceof ConnectionError) return EXIT.unreachable;
  return isOfSystem(error) ? EXIT.usage : null;
}

/** Whether the error comes from the operating system, such as a refusal to write a file. Its message says what was refused. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';

const usage = (): string => `Usage: lms <command> [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
  .join('\n')}
  completion  prints the completion script for bash or zsh

lms <command> --help shows a command's options, with examples. Set LMS_API_KEY to your API key, and LMS_URL to the service's URL.
In the examples, "$COURSE" and "$ENDPOINT" stand for IDs.
Exit codes: 0 success, 1 differences or conflicts, 2 incorrect usage, 3 refused by the service, 4 service unreachable.`;
