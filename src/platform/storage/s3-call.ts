import { PassThrough, type Readable } from 'node:stream';
import { S3ServiceException } from '@aws-sdk/client-s3';
import { OutageError } from '../outages/outage.ts';
import { reasonOf } from '../outages/reason.ts';
import { retryAfterSeconds } from '../outages/retry-after.ts';

/** Errors of S3 that concern an object, and not the storage. HEAD responses have no body that could name the error: `NotFound`. */
const OF_THE_OBJECT = new Set(['InvalidRange', 'NoSuchKey', 'NotFound']);

/** Sends a command of the SDK with these options. */
export type Send<T> = (options: { abortSignal: AbortSignal }) => Promise<T>;

/**
 * Sends a command with a time limit over all of its attempts, in milliseconds.
 * @throws OutageError, or S3ServiceException with a name of OF_THE_OBJECT
 */
export async function s3Call<T>(limitMs: number, send: Send<T>): Promise<T> {
  const controller = new AbortController();
  let deadline: NodeJS.Timeout | undefined;
  // The SDK waits between two attempts even after the abort.
  const over = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => {
      controller.abort();
      reject(new OutageError('storage', `S3: no response within ${limitMs / 1000} s`));
    }, limitMs);
  });
  try {
    return await Promise.race([send({ abortSignal: controller.signal }), over]);
  } catch (error) {
    throw s3Failure(error);
  } finally {
    // The body of a response may take longer.
    clearTimeout(deadline);
  }
}

/** Passes the bytes of a response on. A connection that breaks, and one that takes longer than `limitMs`, fails the stream with an OutageError. */
export function readInTime(body: Readable, limitMs: number): Readable {
  const output = new PassThrough();
  const deadline = setTimeout(() => output.destroy(new OutageError('storage', `S3: the file was not read within ${limitMs / 1000} s`)), limitMs).unref();
  body.once('error', (error) => output.destroy(s3Failure(error) as Error));
  output.once('close', () => {
    clearTimeout(deadline);
    body.destroy();
  });
  return body.pipe(output);
}

/** Turns an error into an OutageError unless it concerns an object. Leaves out a response's message, which repeats the access key and the request. */
function s3Failure(error: unknown): unknown {
  if (error instanceof OutageError) return error;
  if (!(error instanceof S3ServiceException)) return new OutageError('storage', `S3: ${reasonOf(error)}`, { cause: error });
  if (OF_THE_OBJECT.has(error.name)) return error;
  const { $metadata, $response } = error;
  return new OutageError('storage', `S3: ${error.name} (${$metadata.httpStatusCode})`, {
    cause: error,
    retryAfterSeconds: retryAfterSeconds($response?.headers['retry-after'], Date.now()),
  });
}
