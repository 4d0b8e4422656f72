import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '../clock/clock.ts';
import { attachment } from './content-disposition.ts';
import { holdFailure, requireKey, type Storage, UnsatisfiableRangeError } from './storage.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** URL of a server other than Amazon's. Null: Amazon's server. */
  endpoint: string | null;
  /** Null: those of the machine's own role or configuration files. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether the bucket is the first part of the path instead of the host name. */
  forcePathStyle: boolean;
}

/** Size of the part of a stream that one request sends. S3 accepts parts of at least 5 MiB, and at most 10,000 parts. */
const PART_BYTES = 16 * 1024 * 1024;
const CONNECT_MS = 5000;
/** Maximum time without any data on a request. */
const SILENCE_MS = 30_000;

/**
 * Storage in an S3 bucket. Its URLs point directly to the bucket, bypassing the service. The server of the bucket rejects an upload of another type
 * or length, because both are signed.
 */
export function s3Storage({ bucket, region, endpoint, credentials, forcePathStyle }: S3Settings, clock: Clock): Storage {
  const client = new S3Client({
    region,
    forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  });
  const at = (key: string) => {
    requireKey(key);
    return { Bucket: bucket, Key: key };
  };
  const signed = (expiresSeconds: number) => ({ expiresIn: expiresSeconds, signingDate: new Date(clock.now()) });

  async function putStream(key: string, first: Buffer, rest: AsyncIterator<Buffer>, contentType: string): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at(key), ContentType: contentType }));
    const upload = { ...at(key), UploadId };
    try {
      const parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let part: Buffer | undefined = first; part; part = await nextOf(rest)) {
        const PartNumber = parts.length + 1;
        const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: part, ContentLength: part.length }));
        parts.push({ ETag, PartNumber });
      }
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }

  return {
    async put(key, content, contentType) {
      const address = at(key);
      const putWhole = (Body: Buffer) => client.send(new PutObjectCommand({ ...address, Body, ContentLength: Body.length, ContentType: contentType }));
      if (Buffer.isBuffer(content)) return void (await putWhole(content));
      holdFailure(content);
      const parts = inParts(content);
      try {
        const first = (await nextOf(parts)) ?? Buffer.alloc(0);
        if (first.length < PART_BYTES) await putWhole(first);
        else await putStream(key, first, parts, contentType);
      } finally {
        content.destroy();
      }
    },
    async stat(key) {
      const found = await orMissing(client.send(new HeadObjectCommand(at(key))));
      return found && { size: found.ContentLength ?? 0, contentType: found.ContentType ?? 'application/octet-stream' };
    },
    async open(key, range) {
      const Range = range && { Range: `bytes=${range.start}-${range.end ?? ''}` };
      const found = await orMissing(client.send(new GetObjectCommand({ ...at(key), ...Range })));
      if (!found) return undefined;
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
      return { size, contentType: found.ContentType ?? 'application/octet-stream', stream: found.Body as Readable };
    },
    async copy(from, to) {
      const source = at(from);
      const copied = await orMissing(client.send(new CopyObjectCommand({ ...at(to), CopySource: `${source.Bucket}/${source.Key}` })));
      return copied !== undefined;
    },
    delete: async (key) => void (await client.send(new DeleteObjectCommand(at(key)))),
    readAddress: (key, { expiresSeconds, filename }) => {
      const named = filename === undefined ? {} : { ResponseContentDisposition: attachment(filename) };
      return getSignedUrl(client, new GetObjectCommand({ ...at(key), ...named }), signed(expiresSeconds));
    },
    async uploadAddress(key, { expiresSeconds, contentType, size }) {
      const command = new PutObjectCommand({ ...at(key), ContentType: contentType, ContentLength: size });
      const url = await getSignedUrl(client, command, { ...signed(expiresSeconds), signableHeaders: new Set(['content-type', 'content-length']) });
      return { url, headers: { 'Content-Type': contentType } };
    },
  };
}

async function orMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof S3ServiceException) {
      if (error.name === 'InvalidRange') throw new UnsatisfiableRangeError();
      // HEAD responses have no body that could name the error, so it is `NotFound` there.
      if (error.name === 'NoSuchKey' || error.name === 'NotFound') return undefined;
    }
    throw error;
  }
}

const nextOf = async (parts: AsyncIterator<Buffer>): Promise<Buffer | undefined> => {
  const { value, done } = await parts.next();
  return done ? undefined : (value as Buffer);
};

/** Splits the stream into parts of PART_BYTES. The last part may be shorter. */
async function* inParts(stream: Readable): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let rest = Buffer.from(chunk); rest.length; ) {
      const taken = rest.subarray(0, PART_BYTES - length);
      held.push(taken);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < PART_BYTES) continue;
      yield Buffer.concat(held);
      held = [];
      length = 0;
    }
  }
  if (length) yield Buffer.concat(held);
}
