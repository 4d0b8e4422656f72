/** @parts 20 */
import { checkShare } from './bad-input/checks.ts';

checkShare();
