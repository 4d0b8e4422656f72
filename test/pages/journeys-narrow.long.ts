/** @smoke */
import { takesAtMost } from '../support/bound.ts';
import { testJourneys } from '../support/page-journeys.ts';

takesAtMost(120);
testJourneys(390);
