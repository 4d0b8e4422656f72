// Writes what the service consists of into a folder: sbom.json (CycloneDX) and NOTICES, with the licences. Usage: node scripts/third-party.mjs FOLDER
// Runs also in the image, and says what is installed there: of the packages of package-lock.json, those for other platforms are left out.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LICENCE = /^(licen[cs]e|notice|copying|ofl)/i;
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Usage: node scripts/third-party.mjs FOLDER');
  process.exit(2);
}
const { name, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev && existsSync(join(path, 'package.json')));

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sbom.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
writeFileSync(join(folder, 'NOTICES'), installed.map(notice).join(`\n${'-'.repeat(80)}\n\n`));

function billOfMaterials() {
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const text = execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' });
  const bill = JSON.parse(text);
  const kept = new Set(installed.map(([path, { version }]) => `${nameOf(path)}@${version}`));
  const components = bill.components.filter(({ name: own, version }) => kept.has(`${own}@${version}`));
  const refs = new Set([...components, bill.metadata.component].map((component) => component['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  // npm calls it by the name of the folder.
  return { ...bill, metadata: { ...bill.metadata, component: { ...bill.metadata.component, name } }, components, dependencies };
}

function notice([path, { version, license }]) {
  const files = existsSync(path) ? readdirSync(path).filter((file) => LICENCE.test(file)) : [];
  const texts = files.map((file) => readFileSync(join(path, file), 'utf8').trim());
  return [`${nameOf(path)} ${version}: ${license ?? 'see below'}`, ...texts, ...(texts.length ? [] : [author(path)])].join('\n\n').concat('\n');
}

/** Of a package without a text. */
function author(path) {
  const { author: by, homepage, repository } = existsSync(path) ? JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) : {};
  const lines = [by?.name ?? by, homepage ?? repository?.url ?? repository].filter((line) => typeof line === 'string');
  return lines.join('\n') || `https://www.npmjs.com/package/${nameOf(path)}`;
}

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
