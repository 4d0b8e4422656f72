import { takesAtMost } from '../support/bound.ts';
import { testBuyerJourneys } from '../support/buyer-journeys.ts';

takesAtMost(180);
testBuyerJourneys(390, { javaScriptEnabled: false });
