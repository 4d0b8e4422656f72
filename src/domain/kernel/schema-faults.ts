import type { ErrorObject } from 'ajv';
import type { FieldFault } from './errors.ts';
import type { FieldCode } from './field-codes.ts';

type Params = Record<string, unknown>;

const NOT_BLANK = '\\S';
/** A searchable text: at least two characters, or one in scripts in which one character is a syllable or a word. */
const SEARCHABLE = '..|[\\p{Script=Han}\\p{Script=Hangul}\\p{Script=Hiragana}\\p{Script=Katakana}]';

const PATTERNS: Record<string, [code: FieldCode, message: string]> = {
  [NOT_BLANK]: ['blank', 'Must not be blank.'],
  [SEARCHABLE]: ['too_short', 'Must be at least two characters long, or one Chinese, Japanese or Korean character.'],
};

/** The error code and message for each JSON Schema keyword. Messages never repeat the submitted values. */
const KEYWORDS: Record<string, (params: Params) => [code: FieldCode, message: string]> = {
  required: () => ['required', 'This field is required.'],
  additionalProperties: () => ['unknown_field', 'Unknown field.'],
  type: ({ type }) => ['type', `Must be ${[type].flat().map(named).join(' or ')}.`],
  enum: ({ allowedValues }) => ['not_a_choice', `Must be one of: ${(allowedValues as unknown[]).join(', ')}.`],
  const: ({ allowedValue }) => ['not_a_choice', `Must be ${String(allowedValue)}.`],
  discriminator: () => ['not_a_choice', 'Must be one of the known types.'],
  minLength: ({ limit }) => (limit === 1 ? ['blank', 'Must not be empty.'] : ['too_short', `Must have at least ${limit} characters.`]),
  maxLength: ({ limit }) => ['too_long', `Must have at most ${limit} characters.`],
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? ['format', `Must match ${pattern}.`],
  format: ({ format }) => ['format', `Must be a valid ${format}.`],
  minimum: ({ limit }) => ['out_of_range', `Must be at least ${limit}.`],
  maximum: ({ limit }) => ['out_of_range', `Must be at most ${limit}.`],
  multipleOf: ({ multipleOf }) => ['precision', `Must be a multiple of ${multipleOf}.`],
  minItems: ({ limit }) => ['too_few', `The minimum number of items is ${limit}.`],
  maxItems: ({ limit }) => ['too_many', `The maximum number of items is ${limit}.`],
  uniqueItems: () => ['duplicate', 'Must not contain duplicates.'],
};

function named(type: unknown): string {
  if (type === 'null') return 'null';
  return `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}

/**
 * Converts Ajv errors to field faults. `root` is the path of the checked value within the body, such as `content`. For a value that can be null but is
 * something else, only the other faults are reported.
 */
export function schemaFaults(errors: readonly ErrorObject[], root = ''): FieldFault[] {
  const told = new Set(errors.filter((error) => error.keyword in KEYWORDS && !saysNull(error)).flatMap(({ instancePath }) => pathsTo(instancePath)));
  const faults = errors.flatMap((error) => {
    const { keyword, instancePath, params } = error;
    const describe = KEYWORDS[keyword];
    if (saysNull(error) && told.has(instancePath)) return [];
    if (!describe || (keyword === 'discriminator' && (params as Params).tagValue === undefined)) return [];
    const [code, message] = describe(params as Params);
    const member =
      (params as Params).missingProperty ?? (params as Params).additionalProperty ?? (keyword === 'discriminator' ? (params as Params).tag : undefined);
    const path = [root, ...instancePath.split('/').slice(1).map(unescapePointer), member as string | undefined].filter(
      (part) => part !== undefined && part !== '',
    );
    return [{ field: path.join('.').slice(0, 500) || 'body', code, message }];
  });
  return [...new Map(faults.map((fault) => [`${fault.field} ${fault.code}`, fault])).values()];
}

const saysNull = ({ keyword, params }: ErrorObject): boolean => keyword === 'type' && (params as Params).type === 'null';

/** Returns a path and the paths of all enclosing values. */
function pathsTo(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
