import { type AiModel, AiUnavailableError } from '../../../platform/ai/ai-model.ts';
import { DomainError } from '../../kernel/errors.ts';

/**
 * Sends a request to the model. No transaction may be open, because the request can take minutes.
 * @throws DomainError ai_not_configured, ai_unavailable
 */
export async function askModel<T>(ai: AiModel | null, ask: (ai: AiModel) => Promise<T>): Promise<T> {
  if (!ai) throw new DomainError('ai_not_configured', 'No language model is configured.');
  return ask(ai).catch((error: unknown) => {
    throw error instanceof AiUnavailableError ? new DomainError('ai_unavailable', 'The language model is unavailable.').causedBy(error) : error;
  });
}

/** The error for a response that does not pass the check of the caller. `reason` completes the sentence in the log. */
export const unusableAnswer = (reason: string): DomainError =>
  new DomainError('ai_unavailable', 'The language model returned an unusable response.').causedBy(
    new AiUnavailableError(`the response of the model is unusable: ${reason}`),
  );
