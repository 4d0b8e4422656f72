export { isPersonal, makePersonal } from '../../kernel/ownership.ts';
