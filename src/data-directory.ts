import { access, constants } from 'node:fs/promises';
import { type Config, ConfigError } from './config.ts';
import { makeFolder } from './platform/folders/make-folder.ts';

/**
 * Creates the folder for everything that no other system stores. Returns whether the service can write to it.
 * @throws ConfigError if the folder is not writable and the configuration needs it
 */
export async function prepareDataDirectory({ dataDirectory, databaseUrl, secretKey, s3, smtpUrl, smsUrl }: Config): Promise<boolean> {
  try {
    await makeFolder(dataDirectory);
    await access(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch (error) {
    if (databaseUrl !== null && secretKey !== null && s3 !== null && smtpUrl !== null && smsUrl !== null) return false;
    throw new ConfigError(
      `cannot write to the folder ${dataDirectory} (${(error as NodeJS.ErrnoException).code}); set DATA_DIR to a folder owned by this user`,
    );
  }
}
