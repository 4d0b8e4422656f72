import { styleText } from 'node:util';
import type { Io } from './command.ts';

/** Returns the text in a colour, if colours are wanted. */
export const paint = ({ colour }: Pick<Io, 'colour'>, format: Parameters<typeof styleText>[0], text: string): string =>
  colour ? styleText(format, text, { validateStream: false }) : text;

/** Colours a unified diff as people know it from git. */
export const paintDiff = (io: Pick<Io, 'colour'>, patch: string): string =>
  patch
    .split('\n')
    .map((line) =>
      line.startsWith('+') ? paint(io, 'green', line) : line.startsWith('-') ? paint(io, 'red', line) : line.startsWith('@@') ? paint(io, 'cyan', line) : line,
    )
    .join('\n');
