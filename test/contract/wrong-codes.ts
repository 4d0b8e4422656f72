import type { operations } from '../../generated/api.ts';
import { codeOf, type LmsError, type Schemas } from '../../scripts/sdk/index.ts';

type Refused = operations['startCheckout']['responses'][409]['content']['application/problem+json'];

/** Codes that no error of the operation has. */
export const wrongCodes = {
  // @ts-expect-error no such code
  ofResponse: ({ code }: Refused) => code === 'nonsense_code',
  // @ts-expect-error no such code
  ofField: ({ code }: Schemas['FieldError']) => code === 'nonsense_code',
  // @ts-expect-error no such code
  ofClient: (error: LmsError) => error.code === 'nonsense_code',
  // @ts-expect-error a code of other operations
  ofOperation: (error: LmsError) => codeOf(error, 'getAgentCourse') === 'stale_lesson',
};
