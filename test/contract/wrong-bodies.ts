import type { Schemas } from '../../scripts/sdk/contract.ts';

/**
 * Bodies that the types of clients refuse, because a member does not fit the one that decides: `make check` fails when one of them compiles. The
 * judges (`make judges`) compile this file with the types of three other generators.
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
  draft: {
    // @ts-expect-error no url
    videoWithoutUrl: (): Schemas['ContentAssistRequest'] => ({ content_type: 'video', topic: 'Counting with wc' }),
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
  grade: {
    // @ts-expect-error no late_minutes
    lateForNobodyKnows: (): Schemas['GradeWrite'] => ({ updated_at: null, score: 3, lateness: 'set' }),
    // @ts-expect-error late_minutes belongs to set
    computedAndSet: (): Schemas['GradeWrite'] => ({ updated_at: null, score: 3, lateness: 'computed', late_minutes: 15 }),
  },
  sheets: {
    // @ts-expect-error no enrollment_ids
    chosenWithoutChoice: (): Schemas['SheetPrintWrite'] => ({ layout: '112', held_at: '2026-11-20T09:30:00Z', audience: 'enrollments' }),
    // @ts-expect-error blank_count belongs to blank
    allAndBlank: (): Schemas['SheetPrintWrite'] => ({ layout: '112', held_at: '2026-11-20T09:30:00Z', audience: 'all', blank_count: 30 }),
  },
  moderation: {
    // @ts-expect-error no reason
    hiddenWithoutReason: (): Schemas['DiscussionReplyModeration'] => ({ action: 'hide' }),
    // @ts-expect-error until belongs to mute
    pinnedUntil: (): Schemas['DiscussionTopicModeration'] => ({ action: 'pin', until: '2026-11-20T09:30:00Z' }),
  },
  affiliate: {
    // @ts-expect-error void_pending belongs to suspend
    approvedAndVoided: (): Schemas['PatchedAffiliate'] => ({ action: 'approve', void_pending: true }),
  },
};

/** What the kind of a response says about its other members, so that nothing has to be asserted. */
export const readKinds = {
  proof: (result: Schemas['ReauthenticationResult']): string => (result.status === 'redirect' ? result.authorization_url : result.proved_until),
  logIn: (result: Schemas['ProviderLogInResult']): string | null => (result.status === 'redirect' ? result.authorization_url : null),
  upload: (upload: Schemas['Upload']): string | null => (upload.status === 'rejected' ? upload.reject_reason : upload.completed_at),
  condition: (condition: Schemas['CertificateCondition']): number => (condition.kind === 'lessons' ? condition.required - condition.actual : 0),
  courseImport: (course: Schemas['CourseImport']): number => (course.status === 'ready' ? course.plan.chapters.length : 0),
  failedImport: (course: Schemas['CourseImport']): string | null => (course.status === 'failed' ? (course.failure satisfies string) : course.failure),
  purchase: (change: Schemas['PlatformChange']): string | null => (change.effect === 'payment' ? change.currency : change.effective_at),
  later: (change: Schemas['PlatformChange']): string | null => (change.effect === 'period_end' ? (change.effective_at satisfies string) : null),
  phone: (result: Schemas['PhoneCodeResult']): string | null => (result.status === 'verified' ? (result.phone_token satisfies string) : null),
  pictures: (file: Schemas['ReviewRendering']): number | null => (file.status === 'ready' ? (file.page_count satisfies number) : null),
  // @ts-expect-error an import that is being read has no plan yet
  planOfReading: (course: Schemas['CourseImport']): number | null => (course.status === 'reading' ? course.plan.chapters.length : null),
  // @ts-expect-error a sign-in that has ended leads nowhere
  wrongKind: (result: Schemas['ProviderLogInResult']): string | null => (result.status === 'signed_in' ? (result.authorization_url satisfies string) : null),
  // @ts-expect-error no such kind
  noKind: ({ type }: Schemas['PaperQuestion']) => type === 'crossword',
};

/** Bodies beside them that are right, so that the types do not refuse everything. */
export const rightBodies = {
  draft: (): Schemas['ContentAssistRequest'] => ({ content_type: 'quiz', topic: 'Counting with wc', question_count: 3 }),
  text: (): Schemas['LessonWrite'] => ({ title: 'What is a shell?', content: { format: 'markdown', body: 'A program.' } }),
  video: (): Schemas['StudioLessonWrite'] => ({ title: 'A tour', content_type: 'video', content: { source: 'youtube', url: 'https://youtu.be/dQw4w9WgXcQ' } }),
  sameType: (): Schemas['PatchedLesson'] => ({ updated_at: '2026-11-20T09:30:00.123Z', content: { format: 'markdown', body: 'wc counts.' } }),
  submitted: (): Schemas['LessonProgressWrite'] => ({ event: 'quiz_submitted', attempt_id: '0199f3c7-ce66-7d0f-8b14-e3c2d4d92091' }),
  proof: (): Schemas['Reauthentication'] => ({ method: 'password', password: 'rust bucket tango seven' }),
  late: (): Schemas['GradeWrite'] => ({ updated_at: null, score: 3, lateness: 'set', late_minutes: 15 }),
  onTime: (): Schemas['GradeWrite'] => ({ updated_at: null, score: 3 }),
  blank: (): Schemas['SheetPrintWrite'] => ({ layout: '112', held_at: '2026-11-20T09:30:00Z', audience: 'blank', blank_count: 30 }),
  hidden: (): Schemas['DiscussionReplyModeration'] => ({ action: 'hide', reason: 'Advertising' }),
  pinned: (): Schemas['DiscussionTopicModeration'] => ({ action: 'pin' }),
  suspended: (): Schemas['PatchedAffiliate'] => ({ action: 'suspend', void_pending: true }),
  rate: (): Schemas['PatchedAffiliate'] => ({ rate: null }),
};
