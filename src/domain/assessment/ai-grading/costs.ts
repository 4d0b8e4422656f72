import type { TextPrices } from '../../../platform/ai/ai-model.ts';
import type { Shape } from '../../kernel/contract.ts';

/** Returns what tokens cost, in millionths of the unit of the currency. Prices are for a million tokens, so that a token costs as many millionths. */
export const costOf = (prices: TextPrices | null, input: number, output: number): Shape<'AiUsage'> => ({
  input_tokens: input,
  output_tokens: output,
  cost_micros: prices && Math.ceil(input * prices.input + output * prices.output),
  currency: prices?.currency ?? null,
});
