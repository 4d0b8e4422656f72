import { type RawBuilder, sql } from 'kysely';
import { newId } from '../kernel/ids.ts';

const FOLDER = 'pages/';

/** A new key for the picture of a page of a submitted file. */
export const newPictureKey = (organisationId: string): string => `${FOLDER}${organisationId}/${newId()}`;

/** Whether a file is such a picture, and not what somebody uploaded. For statements that read `storage_objects`. */
export const isPagePicture: RawBuilder<boolean> = sql`storage_objects.purpose = 'submission' and storage_objects.storage_key like ${sql.lit(`${FOLDER}%`)}`;
