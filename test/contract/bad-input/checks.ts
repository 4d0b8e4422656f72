import { METHODS } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { casesOf } from '../../support/sample.ts';
import { oddQueries, queryFaults, rawPaths, wrongPaths } from './address-cases.ts';
import {
  brokenOffBodies,
  crowdedBodies,
  deepBodies,
  endlessNumbers,
  faultyBodies,
  formsWithFiles,
  lyingBodies,
  refusedBodies,
  unreadableBodies,
  withUnknown,
} from './body-cases.ts';
import { forEach } from './client.ts';
import { BOUNDARY, type Encoded, encode, encodersOf, type Form, FormFile, formOf, json, multipart, parts, takes, urlencoded } from './encodings.ts';
import { MARKER } from './faults.ts';
import { idleHeaders, ODD_HOSTS, ODD_KEYS, otherSites, wrongCredentials, wrongOrganisations } from './header-cases.ts';
import { type Entry, type EntryWithBody, operations, operationsWithBody } from './objects.ts';
import { almostAllowedBy } from './random-bodies.ts';
import { expectRefusals, isRefusedProof } from './refusals.ts';
import { type Base, FORMATS } from './samples.ts';
import { bodySchema, type Members, parametersOf } from './schema.ts';
import { isMine, isSampled } from './shares.ts';
import { actsAsItIs, World } from './world.ts';

/** The session surface gets fewer because its bodies are small and flat. */
const RANDOM_BODIES = process.env.TEST_ALL ? { agent: 40, session: 20 } : { agent: 10, session: 5 };
/** A form may have at most 200 fields in total. */
const NAMES_IN_FORM = 150;
/** Meant to end a long search for a smaller counterexample, not a successful run. */
const LONGEST_MS = 20_000;

const operationsWithForms = operationsWithBody.filter(([, row]) => row.body.mediaTypes.includes('multipart/form-data'));
const isSuccess = ({ statuses }: EntryWithBody[1], status: number): boolean => status < 300 && statuses.includes(status);

/** Operations whose success is audited when it is asked for, and again when the gateway has done it. */
const AUDITED_TWICE: ReadonlySet<string> = new Set(['refundOrganisationOrder', 'reverseQaOrder']);

/** Registers the tests for the operations assigned to the running part of the test file. */
export function checkShare(): void {
  const describeEach = <E extends Entry>(entries: E[]) => (entries.length ? describe.each(entries) : () => {});
  const each = <E extends Entry>(entries: E[]) => describeEach(entries.filter(isMine));
  const eachKind = <E extends Entry>(entries: E[]) => describeEach(entries.filter(isSampled));

  let world: World;
  beforeAll(async () => {
    world = await World.shared();
  });
  beforeEach(() => world.restore());

  each(operationsWithBody)('the body of %s', (id, row) => {
    test('is accepted in every valid shape and media type, unless a password, token or code in it is wrong', async () => {
      const shapes = (await world.bases([id, row])).length;
      for (let shape = 0; shape < shapes; shape++)
        for (const write of encodersOf(row.body)) {
          const { body } = (await world.bases([id, row]))[shape] as Base;
          const answer = await world.call(row, write(body) ?? undefined);
          expect([isSuccess(row, answer.status) || isRefusedProof(id, answer), answer]).toEqual([true, answer]);
        }
    });
  });

  eachKind(operationsWithBody)('the body of %s', (id, row) => {
    const base = async () => (await world.bases([id, row]))[0] as Base;

    test('is rejected for any single fault with an error that names the field', async () => {
      await expectRefusals(world, row, faultyBodies(world, [id, row], await world.bases([id, row])));
    });

    test('never stores fields that the contract does not declare', async () => {
      await world.refresh();
      const { rows } = await world.app.database.pool.query<{ name: string }>(
        `select distinct column_name as name from information_schema.columns where table_schema = 'public'`,
      );
      const known = Object.keys(row.body.members);
      const names = ['', 'unknown', '__proto__', 'constructor', ...rows.map(({ name }) => name)].filter((name) => !known.includes(name));
      const value = `unknown-${id}`;
      const isUnknown = (error: { field: string; code: string }) => names.includes(error.field === 'body' ? '' : error.field) && error.code === 'unknown_field';
      type Write = (body: Members, form: Form) => Encoded | null;
      const parts = Array.from({ length: Math.ceil(names.length / NAMES_IN_FORM) }, (_, place) => names.slice(place * NAMES_IN_FORM).slice(0, NAMES_IN_FORM));
      const writers: Write[] = [
        (body) => json(withUnknown(body, names, value)),
        ...[urlencoded, multipart].flatMap((encoding) =>
          parts.map(
            (part): Write =>
              (_body, form) =>
                encoding([...form, ...part.map((name): [string, string] => [name, value])]),
          ),
        ),
      ];
      let { body } = await base();
      for (const write of writers) {
        const sent = write(body, formOf(body, row.body.members) ?? []);
        if (!sent || !takes(row.body, sent)) continue;
        const { status, text } = await world.call(row, sent);
        if (row.surface === 'agent') expect([status, isSuccess(row, status) || text]).toEqual([status, true]);
        else expect([status, JSON.parse(text).errors?.filter(isUnknown)]).toEqual([400, JSON.parse(text).errors ?? ['none']]);
        expect(text.includes(value)).toBe(false);
        if (status < 400) ({ body } = await base());
      }
      expect(await world.rowsWith(value)).toBe(0);
    });

    test('is rejected if it cannot be parsed', async () => {
      await expectRefusals(world, row, unreadableBodies(world, row, await base()));
    });

    test('is rejected if it contains a number too large for a double', async () => {
      const cases = [...endlessNumbers(world, row, await base())];
      if (cases.length) await expectRefusals(world, row, cases);
    });

    test('is rejected if it is nested too deeply', async () => {
      const cases = [...deepBodies(world, row, await base())];
      if (cases.length) await expectRefusals(world, row, cases);
    });

    test('is rejected in an unsupported media type, character set or content coding, and above its size limit', async () => {
      await expectRefusals(world, row, refusedBodies(world, row, await base()));
    });

    test('is rejected if its declared length is invalid', async () => {
      await expectRefusals(world, row, lyingBodies(world, row, await base()));
    });

    test('is rejected if it is cut off, and nothing is stored', async () => {
      await expectRefusals(world, row, brokenOffBodies(world, row, await base()));
    });

    test('is rejected if it is null', async () => {
      const sent = json('null');
      if (takes(row.body, sent)) await expectRefusals(world, row, [{ what: 'null', send: () => world.call(row, sent), statuses: [400], field: 'body' }]);
    });

    test('is rejected within a second of CPU time, however many faults it has', async () => {
      for (const { field, body } of crowdedBodies(id, await world.bases([id, row]), 20_000)) {
        let least = Infinity;
        // Garbage collection in the test's own process counts too, but does not happen every time.
        for (let tries = 0; tries < 3 && least >= 1_000_000; tries++) {
          const before = process.cpuUsage();
          const { status } = await world.call(row, json(body));
          const { user, system } = process.cpuUsage(before);
          expect([field, status]).toEqual([field, 400]);
          least = Math.min(least, user + system);
        }
        expect(least).toBeLessThan(1_000_000);
      }
    });

    test('never causes an internal error, whatever it contains, and changes data only if the request succeeds', async () => {
      const before = await world.changes();
      let successes = 0;
      const random = fc.asyncProperty(almostAllowedBy(bodySchema(id)), fc.boolean(), async (body, asForm) => {
        const whole = body.updated_at === FORMATS['date-time']?.valid ? { ...body, updated_at: (await base()).body.updated_at } : body;
        const written = [json(whole), multipart(formOf(whole, row.body.members) ?? [])].filter((encoded) => takes(row.body, encoded));
        const { status, text } = await world.call(row, written.at(asForm ? -1 : 0));
        if (isSuccess(row, status)) successes++;
        expect(row.statuses).toContain(status);
        expect(text).not.toContain('not_authenticated');
        expect(status).toBeLessThan(500);
      });
      await fc.assert(random, { numRuns: RANDOM_BODIES[row.surface], interruptAfterTimeLimit: LONGEST_MS });
      expect((await world.changes()) - before).toBeLessThanOrEqual(successes * (AUDITED_TWICE.has(id) ? 2 : 1));
    });
  });

  eachKind(operationsWithForms)('the body of %s', (id, row) => {
    test('is rejected as a form with too many fields', async () => {
      const fields = Array.from({ length: 201 }, (_, index): [string, string] => [`field_${index}`, '']);
      const forms = [urlencoded(fields), multipart(fields)].filter((form) => takes(row.body, form));
      const cases = forms.map((form) => ({
        what: form.type,
        send: () => world.call(row, form),
        statuses: [400],
        field: 'body',
      }));
      await expectRefusals(world, row, cases);
    });

    test('is rejected as a form whose text is not valid UTF-8', async () => {
      const { body } = (await world.bases([id, row]))[0] as Base;
      const form: Form = [...(formOf(body, row.body.members) ?? []), ['unknown', 'text']];
      const cases = form.flatMap(([name, value], place) => {
        if (value instanceof FormFile) return [];
        const broken = (form as Form<string | Buffer | FormFile>).with(place, [
          name,
          Buffer.concat([Buffer.from(value), Buffer.from([0xff, 0xed, 0xa0, 0x80])]),
        ]);
        return [{ what: name, send: () => world.call(row, multipart(broken)), statuses: [400], field: ['body', name] }];
      });
      await expectRefusals(world, row, cases);
    });

    test('is rejected as a form whose parts have no names', async () => {
      const cases = ['; other="a"', '; name', '', '; name=""'].map((disposition) => ({
        what: disposition,
        send: () => world.call(row, parts(Array(2).fill({ disposition, value: 'x' }))),
        statuses: [400],
      }));
      await expectRefusals(world, row, cases);
    });

    test('is rejected as a form with unexpected files, with an error that names the field', async () => {
      await expectRefusals(world, row, formsWithFiles(world, row));
    });

    test('is rejected as a form that ends inside a file, without crashing the service', async () => {
      const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="title"; filename="a"\r\n\r\nabc`;
      const bytes = Buffer.from(file);
      await expectRefusals(world, row, [
        { what: 'truncated', send: () => world.call(row, { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes }), statuses: [400] },
      ]);
    });
  });

  eachKind(operations)('a request for %s', (id, row) => {
    const paths = operations.filter(([, other]) => other.path === row.path);

    test('returns 404 if its path does not exist', async () => {
      await expectRefusals(world, row, wrongPaths(world, row, row.body ? (await world.bases([id, { ...row, body: row.body }]))[0] : undefined));
      await expectRefusals(world, row, rawPaths(world, row));
    });

    test('returns 405 with an Allow header for a method that its path does not support', async () => {
      const declared = paths.map(([, other]) => other.method.toUpperCase());
      const others = METHODS.filter((method) => ![...declared, 'HEAD', 'OPTIONS', 'CONNECT'].includes(method));
      const allow = new Set([...declared, ...(declared.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
      await expectRefusals(
        world,
        row,
        others.map((method) => ({
          what: method,
          statuses: [405],
          send: async () => {
            const answer = await world.call(row, undefined, { method });
            expect(new Set(answer.headers.allow?.split(', '))).toEqual(allow);
            return answer;
          },
        })),
      );
    });

    test('returns the usual status for any query string, or a 400 that names exactly the invalid parameters', async () => {
      const before = await world.stored();
      const { path, body, faults: inBody } = world.harmless(row);
      const { status: usual } = await world.call(row, body, { path });
      const [address = ''] = path.split('?');
      const wrong: string[] = [];
      await forEach(casesOf(id, oddQueries(row)), async (query) => {
        const faults = row.surface === 'session' ? queryFaults(row, query) : [];
        if (faults.length === 0 && actsAsItIs(row)) return;
        const { status, text } = await world.call(row, body, { path: `${address}?${query}` });
        const named: string[] = faults.length ? ((JSON.parse(text).errors ?? []) as { field: string }[]).map(({ field }) => field) : [];
        const expected = faults.length ? [...faults, ...inBody] : [];
        if (status !== (faults.length ? 400 : usual) || !isDeepStrictEqual(new Set(named), new Set(expected)) || (faults.length && text.includes(MARKER)))
          wrong.push(`${query.slice(0, 200)}: ${status} ${text.slice(0, 300)}`);
      });
      expect(wrong).toEqual([]);
      expect(await world.stored()).toBe(before);
    });

    test('returns 401 without a valid credential', async () => {
      if (row.scheme !== null) await expectRefusals(world, row, wrongCredentials(world, row));
    });

    test('returns 403 if another site requests a change', async () => {
      if (row.surface === 'session' && row.method !== 'get' && !row.anySite) await expectRefusals(world, row, otherSites(world, row));
    });

    test('returns the same status whatever its other headers contain', async () => {
      const before = await world.stored();
      const { path, body } = world.harmless(row);
      const { status: usual } = await world.call(row, body, { path });
      const wrong: string[] = [];
      await forEach(casesOf(id, idleHeaders(world, row)), async (headers) => {
        const answer = await world.call(row, body, { path, headers: headers as Record<string, string> });
        const named = /^[A-Za-z0-9._-]{1,128}$/.test(String(answer.headers['x-request-id']));
        if (answer.status !== usual || !named) wrong.push(`${JSON.stringify(headers).slice(0, 100)}: ${answer.status} ${answer.text.slice(0, 300)}`);
      });
      expect(wrong).toEqual([]);
      expect(await world.stored()).toBe(before);
    });

    test('returns the same status for any Host header', async () => {
      const { path, body } = world.harmless(row);
      const { status: usual } = await world.call(row, body, { path });
      const statuses = await Promise.all(casesOf(id, ODD_HOSTS).map(async (Host) => [Host, (await world.call(row, body, { path, headers: { Host } })).status]));
      expect(statuses.filter(([, status]) => status !== usual)).toEqual([]);
    });

    test('returns 431 if its headers exceed 16 KiB', async () => {
      const head = `${row.method.toUpperCase()} ${world.address(row)} HTTP/1.1\r\nHost: localhost\r\n${world.headerLines(row)}`;
      const large = [
        `X-Large: ${'x'.repeat(17_000)}\r\n`,
        `${'x'.repeat(17_000)}: 1\r\n`,
        Array.from({ length: 2000 }, (_, index) => `X-${index}: 1\r\n`).join(''),
      ];
      await expectRefusals(
        world,
        row,
        large.map((lines) => ({ what: lines.slice(0, 20), statuses: [431], send: () => world.client.raw(`${head}${lines}\r\n`) })),
      );
    });
  });

  eachKind(operations.filter(([, row]) => parametersOf(row, 'header').has('X-Organisation')))('the X-Organisation header of %s', (id, row) => {
    test('is rejected if it does not name an organisation of the caller', async () => {
      const base = row.body ? (await world.bases([id, { ...row, body: row.body }]))[0] : undefined;
      await expectRefusals(world, row, wrongOrganisations(world, row, base && row.body ? encode(row.body, base.body) : undefined));
    });
  });

  eachKind(operationsWithBody.filter(([, row]) => row.idempotent))('the Idempotency-Key header of %s', (id, row) => {
    test('is rejected if it is malformed', async () => {
      const { body } = (await world.bases([id, row]))[0] as Base;
      const cases = ODD_KEYS.map((key) => ({
        what: JSON.stringify(key).slice(0, 40),
        send: () => world.call(row, json(body), { headers: { 'Idempotency-Key': key as string } }),
        statuses: [400],
        field: 'Idempotency-Key',
      }));
      await expectRefusals(world, row, cases);
    });

    test('is not remembered if the body was rejected', async () => {
      const send = () => world.call(row, json('[]'), { headers: { 'Idempotency-Key': 'of-a-refused-body' } });
      await expectRefusals(world, row, [{ what: 'a body that is not an object', send, statuses: [400], field: 'body' }]);
    });
  });
}
