import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Content codings, smallest result first. */
const CODINGS = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof CODINGS)[number];

/** Brotli quality. The next higher one compresses 4 % better and takes twenty times as long. */
const BROTLI_QUALITY = 9;

const compressors: Record<Coding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    }),
  gzip: promisify(gzip),
  identity: async (content) => content,
};

/** Content that does not change while the process runs. Each client gets the smallest coding that it accepts; each coding is created only once. */
export class StaticContent {
  readonly #type: string;
  readonly #hash: string;
  readonly #codings = new Map<Coding, Promise<Buffer>>();

  /** `type` is a media type or a file extension. */
  constructor(type: string, content: Buffer, coding: 'identity' | 'br' = 'identity') {
    this.#type = type;
    this.#hash = createHash('sha256').update(content).digest('base64url');
    this.#codings.set(coding, Promise.resolve(content));
  }

  async send(req: Request, res: Response): Promise<void> {
    const coding = CODINGS.find((name) => req.acceptsEncodings(name)) ?? 'identity';
    res.set({ Vary: 'Accept-Encoding', ETag: `"${this.#hash}-${coding}"` });
    if (req.fresh) return void res.status(304).end();
    if (coding !== 'identity') res.set('Content-Encoding', coding);
    res.type(this.#type).send(await this.#in(coding));
  }

  #in(coding: Coding): Promise<Buffer> {
    const made = this.#codings.get(coding) ?? this.#make(coding);
    this.#codings.set(coding, made);
    return made;
  }

  async #make(coding: Coding): Promise<Buffer> {
    const brotli = this.#codings.get('br');
    if (coding === 'identity' && brotli) return promisify(brotliDecompress)(await brotli);
    return compressors[coding](await this.#in('identity'));
  }
}
