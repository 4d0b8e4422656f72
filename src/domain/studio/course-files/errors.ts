import type { NamingLesson } from '../../files/rich-texts.ts';

declare module '../../kernel/errors.ts' {
  interface ErrorCodes {
    document_in_use: { lessons: NamingLesson[] };
    media_in_use: { lessons: NamingLesson[] };
  }
}
