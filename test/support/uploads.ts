import type supertest from 'supertest';
import { type Browser, expectStatus } from './browser.ts';

export interface Announced {
  purpose?: 'media' | 'document' | 'submission' | 'discussion';
  file_name?: string;
  content_type?: string;
  size_bytes?: number;
}

/** Sends the bytes to the target of an upload. */
export const putBytes = ({ target }: { target: { url: string; headers: Record<string, string> } }, bytes: Buffer): Promise<Response> =>
  fetch(target.url, { method: 'PUT', headers: target.headers, body: new Uint8Array(bytes) });

/** Announces a file and uploads its bytes, without completing the upload. */
export async function bringFile(browser: Browser, courseId: string, bytes: Buffer, fields: Announced = {}): Promise<{ id: string; path: string }> {
  const path = `courses/${courseId}/uploads/`;
  const announced = { purpose: 'document', file_name: 'a file.pdf', content_type: 'application/pdf', size_bytes: bytes.length, ...fields };
  const { body } = await expectStatus(201, browser.call('post', path, announced));
  const { status } = await putBytes(body, bytes);
  if (status !== 200) throw new Error(`PUT: ${status}`);
  return { id: body.id, path: `${path}${body.id}/` };
}

/** Uploads a file completely, and returns the completed upload. */
export async function uploadFile(browser: Browser, courseId: string, bytes: Buffer, fields: Announced = {}): Promise<supertest.Response['body']> {
  const { path } = await bringFile(browser, courseId, bytes, fields);
  return (await expectStatus(200, browser.call('post', `${path}complete/`))).body;
}
