import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PLAYER = fileURLToPath(new URL('../src/domain/transfer/scorm/player/player.js', import.meta.url));

/**
 * Joins the player of exported lessons, and what it imports from the service so that both score alike, to a single classic script, because browsers load
 * no modules from files.
 */
export async function scormPlayer(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [PLAYER],
    absWorkingDir: fileURLToPath(new URL('..', import.meta.url)),
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles.map(({ text }) => text).join('');
}
