import { CreateBucketCommand, HeadBucketCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { ConfigError, readConfig } from '../../src/config.ts';

/** Creates the bucket of S3_BUCKET if it does not exist, for a self-hosted server. */
async function main(): Promise<void> {
  const { s3 } = readConfig(process.env);
  if (s3 === null) throw new ConfigError('set S3_BUCKET');
  const { bucket, region, endpoint, credentials, forcePathStyle } = s3;
  const client = new S3Client({ region, forcePathStyle, ...(endpoint && { endpoint }), ...(credentials && { credentials }) });
  const Bucket = { Bucket: bucket };
  try {
    await client.send(new HeadBucketCommand(Bucket));
    return console.log(`the bucket ${bucket} exists`);
  } catch (error) {
    if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
  }
  await client.send(new CreateBucketCommand(Bucket));
  console.log(`created the bucket ${bucket}`);
}

await main().catch((error: Error) => {
  console.error(`error: ${error.message || error.name}`);
  process.exitCode = 1;
});
