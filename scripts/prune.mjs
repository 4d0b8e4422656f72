// Deletes what packages bring and nothing loads. Usage: node scripts/prune.mjs [start]
// Runs after each installation, also in the image. With `start`, what only compilers of TypeScript read goes, too.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Documents use two of the nine weights of each font. */
const FONTS = join('node_modules', '@expo-google-fonts');
const WEIGHTS = /[\\/](400Regular|700Bold)[\\/][^\\/]+\.ttf$/;
for (const file of filesBelow(FONTS)) if (/\.(ttf|png)$/.test(file) && !WEIGHTS.test(file)) rmSync(file);

/** For debuggers and compilers. Node.js refuses to run TypeScript that a package brings. */
const UNUSED = process.argv[2] === 'start' ? /(\.(js|mjs|cjs|css)\.map|\.[mc]?ts(\.map)?)$/ : /\.([mc]?[jt]s|css)\.map$/;
if (process.argv[2] === 'start') for (const name of ['typescript', '@types']) rmSync(join('node_modules', name), { recursive: true, force: true });
for (const file of filesBelow('node_modules')) if (UNUSED.test(file)) rmSync(file);

/** Of Node.js, only the program and its licence are used. */
for (const name of readdirSync('node_modules').filter((one) => /^node-(linux|win)-/.test(one)))
  for (const part of ['include', 'share']) rmSync(join('node_modules', name, part), { recursive: true, force: true });

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
