import { checkShare } from './bad-input/checks.ts';

checkShare(import.meta.filename);
