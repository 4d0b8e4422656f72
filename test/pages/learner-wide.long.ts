import { takesAtMost } from '../support/bound.ts';
import { testLearnerJourneys } from '../support/learner-journeys.ts';

takesAtMost(240);
testLearnerJourneys(1280, [
  ['in English', {}, 'english'],
  ['in a course in Arabic', {}, 'arabic'],
]);
