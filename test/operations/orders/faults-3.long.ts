import { takesAtMost } from '../../support/bound.ts';
import { testFaults } from '../../support/faults.ts';

takesAtMost(240);
testFaults(3);
