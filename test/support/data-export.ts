import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer } from 'yauzl';
import type { TestApp } from './app.ts';
import { type Browser, expectStatus, proveAgain } from './browser.ts';

/** Asks for a data export of a user with the usual password, and returns its files by name. */
export async function exportOf(app: TestApp, browser: Browser): Promise<Record<string, string>> {
  await proveAgain({ browser });
  const { body } = await expectStatus(202, browser.call('post', 'me/data-export/'));
  await app.mailbox.runJobs();
  const answer = await fetch(`${app.url}/api/v1/me/data-export/${body.id}/download/`, { headers: { ...browser.headers, Cookie: browser.cookie ?? '' } });
  return unzip(Buffer.from(await answer.arrayBuffer()));
}

/** Reads the files of a ZIP archive as text, keyed by name. */
export async function unzip(bytes: Buffer): Promise<Record<string, string>> {
  return Object.fromEntries(Object.entries(await unzipped(bytes)).map(([name, content]) => [name, String(content)]));
}

/** Reads the files of a ZIP archive, keyed by name. */
export async function unzipped(bytes: Buffer): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  await new Promise<void>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (!zip) return reject(error);
      zip.on('error', reject).on('end', resolve);
      zip.on('entry', (entry: Entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (!stream) return reject(failure);
          files[entry.fileName] = await buffer(stream);
          zip.readEntry();
        }),
      );
      zip.readEntry();
    }),
  );
  return files;
}
