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
import { readInTime, type Send, s3Call } from './s3-call.ts';
import { holdFailure, requireKey, type Storage, UnsatisfiableRangeError } from './storage.ts';

export interface S3Settings {
  bucket: string;
  region: string;
  /** URL of a server other than Amazon's. Null for Amazon's server. */
  endpoint: string | null;
  /** If null, those of the machine's own role or configuration files are used. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether the bucket is the first part of the path instead of the host name. */
  forcePathStyle: boolean;
}

/** Size of the part of a stream that one request sends. S3 accepts parts of at least 5 MiB, and at most 10,000 parts. */
const PART_BYTES = 16 * 1024 * 1024;

/** Time limits, in milliseconds. */
export interface S3Limits {
  /** Limit for connecting in each attempt, including the look-up of the host and TLS. */
  connect: number;
  /** Longest time without any data on a request. */
  silence: number;
  /** Limit for a request without a body, over all attempts. */
  request: number;
  /** Limit for a request that sends a part of a file or has the server copy one, over all attempts. */
  transfer: number;
  /** Limit for reading a file to its end. */
  read: number;
}

const LIMITS: S3Limits = { connect: 5000, silence: 30_000, request: 30_000, transfer: 300_000, read: 3_600_000 };

/**
 * Storage in an S3 bucket. Its URLs point directly to the bucket, bypassing the service. The server of the bucket rejects an upload of another type
 * or length, because both are signed.
 */
export function s3Storage({ bucket, region, endpoint, credentials, forcePathStyle }: S3Settings, clock: Clock, limits = LIMITS): Storage {
  const client = new S3Client({
    region,
    forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: limits.connect, socketTimeout: limits.silence },
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
  });
  const at = (key: string) => {
    requireKey(key);
    return { Bucket: bucket, Key: key };
  };
  const requested = <T>(send: Send<T>) => s3Call(limits.request, send);
  const transferred = <T>(send: Send<T>) => s3Call(limits.transfer, send);
  const signed = (expiresSeconds: number) => ({ expiresIn: expiresSeconds, signingDate: new Date(clock.now()) });

  async function putStream(key: string, first: Buffer, rest: AsyncIterator<Buffer>, contentType: string): Promise<void> {
    const { UploadId } = await requested((options) => client.send(new CreateMultipartUploadCommand({ ...at(key), ContentType: contentType }), options));
    const upload = { ...at(key), UploadId };
    try {
      const parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for (let part: Buffer | undefined = first; part; part = await nextOf(rest)) {
        const PartNumber = parts.length + 1;
        const { ETag } = await transferred((options) =>
          client.send(new UploadPartCommand({ ...upload, PartNumber, Body: part, ContentLength: part.length }), options),
        );
        parts.push({ ETag, PartNumber });
      }
      await transferred((options) => client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }), options));
    } catch (error) {
      await requested((options) => client.send(new AbortMultipartUploadCommand(upload), options)).catch(() => {});
      throw error;
    }
  }

  return {
    async put(key, content, contentType) {
      const address = at(key);
      const putWhole = (Body: Buffer) =>
        transferred((options) => client.send(new PutObjectCommand({ ...address, Body, ContentLength: Body.length, ContentType: contentType }), options));
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
      const found = await orMissing(requested((options) => client.send(new HeadObjectCommand(at(key)), options)));
      return found && { size: found.ContentLength ?? 0, contentType: found.ContentType ?? 'application/octet-stream' };
    },
    async open(key, range) {
      const Range = range && { Range: `bytes=${range.start}-${range.end ?? ''}` };
      const found = await orMissing(requested((options) => client.send(new GetObjectCommand({ ...at(key), ...Range }), options)));
      if (!found) return undefined;
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
      return { size, contentType: found.ContentType ?? 'application/octet-stream', stream: readInTime(found.Body as Readable, limits.read) };
    },
    async copy(from, to) {
      const source = at(from);
      const copied = await orMissing(
        transferred((options) => client.send(new CopyObjectCommand({ ...at(to), CopySource: `${source.Bucket}/${source.Key}` }), options)),
      );
      return copied !== undefined;
    },
    delete: async (key) => void (await requested((options) => client.send(new DeleteObjectCommand(at(key)), options))),
    async readAddress(key, { expiresSeconds, filename }) {
      const named = filename === undefined ? {} : { ResponseContentDisposition: attachment(filename) };
      return requested(() => getSignedUrl(client, new GetObjectCommand({ ...at(key), ...named }), signed(expiresSeconds)));
    },
    async uploadAddress(key, { expiresSeconds, contentType, size }) {
      const command = new PutObjectCommand({ ...at(key), ContentType: contentType, ContentLength: size });
      const options = { ...signed(expiresSeconds), signableHeaders: new Set(['content-type', 'content-length']) };
      const url = await requested(() => getSignedUrl(client, command, options));
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
      return undefined;
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
