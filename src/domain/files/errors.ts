import type { UploadUse } from './objects.ts';

declare module '../kernel/errors.ts' {
  interface ErrorCodes {
    upload_in_use: { used_by: UploadUse };
  }
}
