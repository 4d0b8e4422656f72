import { type AiModel, AiUnavailableError, type TextRequest } from '../../platform/ai/ai-model.ts';
import { DomainError, Faults, type FieldFault } from './errors.ts';

/** A question for a model and the way to read its answer. */
export interface Inquiry<T> {
  instructions: string;
  /** The material, sent as one JSON value so that no text in it can end it and be taken for an instruction. */
  material: Readonly<Record<string, unknown>>;
  pictures?: readonly Buffer[];
  schema: TextRequest['schema'];
  /** Returns what the answer says. Adds a fault for each thing that is wrong with it; the fields and messages are sent to the model. */
  read(value: unknown, faults: Faults): T;
}

/** The outcome of an inquiry: the answer, or what is wrong with it. */
export type Reading<T> = { answer: T; faults: null } | { answer: null; faults: readonly FieldFault[] };

const MOST_FAULTS = 20;
const MOST_REPEATED = 50_000;

const REPAIR = `
Your answer in "previous_answer" was refused; "faults" lists what is wrong with it. Answer the request again, in full, without these faults.`;

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

/**
 * Asks the model for an answer that has no faults. If the first answer has some, they are sent to the model, and it is asked once more.
 * @throws DomainError ai_not_configured, ai_unavailable
 */
export async function askForAnswer<T>(ai: AiModel | null, inquiry: Inquiry<T>): Promise<T> {
  const { answer, faults } = await askModel(ai, (model) => inquire(model, inquiry));
  if (faults) throw unusableAnswer(`it was refused twice, at last as ${[...new Set(faults.map(({ code }) => code))].slice(0, 3).join(', ')}`);
  return answer;
}

/**
 * Asks the model, and once more if its answer has faults.
 * @throws AiUnavailableError
 */
export async function inquire<T>(model: AiModel, inquiry: Inquiry<T>): Promise<Reading<T>> {
  const { instructions, material, pictures = [], schema } = inquiry;
  const first = await model.write({ instructions, input: JSON.stringify(material), pictures, schema });
  const reading = read(inquiry, first.value);
  if (!reading.faults) return reading;
  const previous = { previous_answer: first.text.slice(0, MOST_REPEATED), faults: reading.faults.slice(0, MOST_FAULTS) };
  const second = await model.write({ instructions: instructions + REPAIR, input: JSON.stringify({ ...material, ...previous }), pictures, schema });
  return read(inquiry, second.value);
}

function read<T>(inquiry: Inquiry<T>, value: unknown): Reading<T> {
  const faults = new Faults();
  if (typeof value !== 'object' || value === null) return { answer: null, faults: [{ field: 'body', code: 'not_json', message: 'Must be a JSON object.' }] };
  const answer = inquiry.read(value, faults);
  return faults.list.length > 0 ? { answer: null, faults: faults.list } : { answer, faults: null };
}

/** Returns the error for a response that fails the caller's check. `reason` completes the sentence in the log. */
export const unusableAnswer = (reason: string): DomainError =>
  new DomainError('ai_unavailable', 'The language model returned an unusable response.').causedBy(
    new AiUnavailableError(`the response of the model is unusable: ${reason}`),
  );
