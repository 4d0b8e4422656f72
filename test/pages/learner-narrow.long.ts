import { takesAtMost } from '../support/bound.ts';
import { testLearnerJourneys } from '../support/learner-journeys.ts';

takesAtMost(180);
testLearnerJourneys(390);
