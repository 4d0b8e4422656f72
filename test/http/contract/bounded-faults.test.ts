import validators from '../../../generated/request-validators.cjs';
import type { FieldFault } from '../../../src/domain/kernel/errors.ts';
import { textFaults } from '../../../src/domain/kernel/text-faults.ts';
import { strictQuery } from '../../../src/http/contract/coercion.ts';
import { hasTooManyNames } from '../../../src/http/contract/json-names.ts';
import { quickest } from '../../support/cpu-time.ts';

const UPLOAD = { purpose: 'media', file_name: 'a.pdf', content_type: 'application/pdf', size_bytes: 1 };

const keywordsOf = (validate: (typeof validators)[keyof typeof validators], body: unknown): string[] =>
  validate(body) ? [] : [...new Set((validate.errors ?? []).map(({ keyword }) => keyword))];

test('a text that is too long is not matched against its pattern or its format', () => {
  expect(keywordsOf(validators.body_createUpload, { ...UPLOAD, file_name: '/'.repeat(256) })).toEqual(['maxLength']);
  expect(keywordsOf(validators.body_createUpload, { ...UPLOAD, file_name: '/' })).toContain('pattern');
  expect(keywordsOf(validators.body_logIn, { email: 'x'.repeat(300), password: 'x' })).toEqual(['maxLength']);
  expect(keywordsOf(validators.body_logIn, { email: 'x', password: 'x' })).toContain('format');
});

test('the items of an array that is too long are not compared with one another', () => {
  const compare = (count: number) => () =>
    validators.body_createWebhookEndpoint({ url: 'https://a.example.org', event_types: Array.from({ length: count }, (_, number) => `${number}`) });
  expect(quickest(compare(20_000))).toBeLessThan(3 * quickest(compare(10_000)) + 50);
  compare(20_000)();
  expect(validators.body_createWebhookEndpoint.errors?.map(({ keyword }) => keyword)).toEqual(['maxItems']);
});

test('validation stops when it has found enough faults', () => {
  const unknown = Object.fromEntries(Array.from({ length: 5000 }, (_, number) => [`unknown_${number}`, number]));
  expect(validators.body_logIn(unknown)).toBe(false);
  expect(validators.body_logIn.errors?.length).toBeLessThan(250);
  const questions = Array.from({ length: 500 }, () => ({ type: 'single', ...unknown }));
  expect(validators.content_QuizContent({ questions })).toBe(false);
  expect(validators.content_QuizContent.errors?.length).toBeLessThan(1000);
});

test('the check of the texts of a body stops at 50 faults', () => {
  expect(textFaults(Array(1000).fill('\0'))).toHaveLength(50);
});

test('a body with too many values or levels has only that fault', () => {
  const errorsOf = (body: unknown) => {
    try {
      return textFaults(body);
    } catch (error) {
      return (error as { faults: unknown[] }).faults;
    }
  };
  expect(errorsOf({ a: ['\0', ...Array(100_000).fill(0), '\0'] })).toMatchObject([{ field: expect.stringMatching(/^a\.\d+$/), code: 'too_many' }]);
  expect(errorsOf({ a: { b: JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown } })).toMatchObject([{ code: 'too_deep' }]);
});

test('a query with thousands of unknown parameters is rejected with 50 faults', () => {
  const faults: FieldFault[] = [];
  strictQuery(Array.from({ length: 5000 }, (_, number) => `p${number}`).join('&'), {}, faults);
  expect(faults).toHaveLength(50);
});

test('names in JSON are counted outside of texts only', () => {
  expect(hasTooManyNames(`{${Array(60_001).fill('"a":1').join()}}`)).toBe(true);
  expect(hasTooManyNames(`{${Array(60_000).fill('"a":1').join()}}`)).toBe(false);
  expect(hasTooManyNames(JSON.stringify({ a: ':"\\'.repeat(70_000), b: ':'.repeat(70_000) }))).toBe(false);
});
