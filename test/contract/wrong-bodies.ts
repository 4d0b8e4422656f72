import type { operations } from '../../generated/api.ts';
import type { components } from '../../generated/sdk.ts';
import { codeOf, type LmsError } from '../../scripts/sdk/index.ts';

type Schemas = components['schemas'];

/**
 * Bodies that the types of clients refuse, because a member does not fit the one that decides: `make check` fails when one of them compiles. The
 * judges (`make judges`) show the same of three generators.
 */
export const wrongBodies = {
  lesson: {
    contentOfAnotherType: (): Schemas['LessonWrite'] => ({
      title: 'Counting with wc',
      content_type: 'video',
      // @ts-expect-error the content of a text
      content: { format: 'markdown', body: 'wc counts.' },
    }),
    // @ts-expect-error a quiz without its type is a text
    quizWithoutType: (): Schemas['StudioLessonWrite'] => ({ title: 'Counting with wc', content: { questions: [] } }),
    changeToAnotherType: (): Schemas['PatchedLesson'] => ({
      updated_at: '2026-11-20T09:30:00.123Z',
      content_type: 'quiz',
      // @ts-expect-error the content of a text
      content: { format: 'markdown', body: 'wc counts.' },
    }),
    misspelt: (): Schemas['PatchedStudioLesson'] => ({
      updated_at: '2026-11-20T09:30:00.123Z',
      // @ts-expect-error no such field
      titel: 'Counting with wc',
    }),
  },
  progress: {
    // @ts-expect-error no attempt_id
    submittedWithoutAttempt: (): Schemas['LessonProgressWrite'] => ({ event: 'quiz_submitted' }),
    // @ts-expect-error a submission belongs to assignment_submitted
    openedWithWork: (): Schemas['LessonProgressWrite'] => ({ event: 'opened', submission: { text: 'wc -l' } }),
    // @ts-expect-error no such event
    unknownEvent: (): Schemas['LessonProgressWrite'] => ({ event: 'finished' }),
  },
  proof: {
    // @ts-expect-error no code
    codeWithoutCode: (): Schemas['Reauthentication'] => ({ method: 'totp', password: 'rust bucket tango seven' }),
  },
};

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

/** Bodies beside them that are right, so that the types do not refuse everything. */
export const rightBodies = {
  text: (): Schemas['LessonWrite'] => ({ title: 'What is a shell?', content: { format: 'markdown', body: 'A program.' } }),
  video: (): Schemas['StudioLessonWrite'] => ({ title: 'A tour', content_type: 'video', content: { source: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' } }),
  sameType: (): Schemas['PatchedLesson'] => ({ updated_at: '2026-11-20T09:30:00.123Z', content: { format: 'markdown', body: 'wc counts.' } }),
  submitted: (): Schemas['LessonProgressWrite'] => ({ event: 'quiz_submitted', attempt_id: '0199f3c7-ce66-7d0f-8b14-e3c2d4d92091' }),
  proof: (): Schemas['Reauthentication'] => ({ method: 'password', password: 'rust bucket tango seven' }),
};
