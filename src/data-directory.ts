import { access, constants, mkdir } from 'node:fs/promises';
import { type Config, ConfigError } from './config.ts';

/**
 * Creates the folder for everything that no other system stores, if the configuration leaves anything to it.
 * @throws ConfigError if the service cannot write to it
 */
export async function prepareDataDirectory({ dataDirectory, databaseUrl, secretKey, s3, smtpUrl, smsUrl }: Config): Promise<void> {
  if (databaseUrl !== null && secretKey !== null && s3 !== null && smtpUrl !== null && smsUrl !== null) return;
  try {
    await mkdir(dataDirectory, { recursive: true });
    await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`cannot write to the folder ${dataDirectory} (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a folder of this user`);
  }
}
