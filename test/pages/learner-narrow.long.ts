import { takesAtMost } from '../support/bound.ts';
import { testLearnerJourneys } from '../support/learner-journeys.ts';

takesAtMost(240);
testLearnerJourneys(390, [
  ['in English', {}, 'english'],
  ['in German and in the dark', { locale: 'de-DE', colorScheme: 'dark' }, 'english'],
]);
