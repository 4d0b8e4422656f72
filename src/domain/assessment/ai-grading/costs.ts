import type { TextPrices } from '../../../platform/ai/ai-model.ts';
import type { Shape } from '../../kernel/contract.ts';

/** Returns the cost of tokens in millionths of the currency's unit. Prices are per million tokens, so one token costs as many millionths. */
export const costOf = (prices: TextPrices | null, input: number, output: number): Shape<'AiUsage'> => ({
  input_tokens: input,
  output_tokens: output,
  cost_micros: prices && Math.ceil(input * prices.input + output * prices.output),
  currency: prices?.currency ?? null,
});
