import { takesAtMost } from './support/bound.ts';
import { testInterruptions } from './support/interrupted-start.ts';

takesAtMost(240);
testInterruptions('SIGKILL', true);
