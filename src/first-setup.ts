import { ConfigError, type SetupSettings } from './config.ts';
import { setUpService } from './domain/identity/accounts/first-setup.ts';
import { contractInput } from './domain/kernel/contract-input.ts';
import { DomainError, ValidationError } from './domain/kernel/errors.ts';
import type { Tools } from './domain/kernel/tools.ts';

/** Creates the first organisation and its owner from the environment, if there is none yet. Of several processes that start at once, one creates them.
 * @throws ConfigError */
export async function setUpAsConfigured(tools: Pick<Tools, 'db' | 'base'>, settings: SetupSettings): Promise<void> {
  try {
    await setUpService(tools, { requestId: 'setup', ip: null }, true, contractInput('ServiceSetup', settings));
  } catch (error) {
    if (error instanceof DomainError && error.code === 'already_set_up') return;
    if (!(error instanceof ValidationError)) throw error;
    // The value is not repeated, because it may be the password.
    throw new ConfigError(error.faults.map(({ field, message }) => `SETUP_${field.toUpperCase()}: ${message}`).join('\nerror: '));
  }
}
