import { z } from 'zod';

/** A bucket of a store of the S3 protocol, or a folder of one. */
export interface S3Settings {
  /** Where the store answers, without a path. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before each file's name; empty or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** Null: what the environment of AWS gives (variables, a role of the machine). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const isBucketUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.search === '' &&
    /^\/[a-z0-9][a-z0-9.-]+(\/[\w.-]+)*\/?$/.test(url.pathname)
  );
};

/** The settings of one bucket, all of whose names begin with `name`; null without an address. */
const bucketEnvironment = (name: string) =>
  z
    .object({
      [`${name}_URL`]: z
        .string()
        .refine(isBucketUrl, 'must look like https://s3.example.com/bucket or .../bucket/folder')
        .optional(),
      [`${name}_REGION`]: z.string().optional(),
      [`${name}_KEY_ID`]: z.string().optional(),
      [`${name}_SECRET`]: z.string().optional(),
    })
    .transform((given, context): S3Settings | null => {
      const address = given[`${name}_URL`];
      const accessKeyId = given[`${name}_KEY_ID`];
      const secretAccessKey = given[`${name}_SECRET`];
      if (address === undefined) {
        for (const key of [`${name}_KEY_ID`, `${name}_SECRET`])
          if (given[key] !== undefined)
            context.addIssue({ code: 'custom', path: [key], message: `needs ${name}_URL too` });
        return null;
      }
      if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
        context.addIssue({
          code: 'custom',
          path: [`${name}_SECRET`],
          message: `and ${name}_KEY_ID belong together: set both or neither`,
        });
        return z.NEVER;
      }
      const { origin, pathname } = new URL(address);
      const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
      return {
        endpoint: origin,
        bucket,
        prefix: folders.map((folder) => `${folder}/`).join(''),
        region: given[`${name}_REGION`] ?? 'us-east-1',
        credentials:
          accessKeyId === undefined || secretAccessKey === undefined
            ? null
            : { accessKeyId, secretAccessKey },
      };
    });

/** Where backups and files lie when it is not a folder. */
export const s3Environment = bucketEnvironment('BACKUP_S3')
  .transform((backupS3) => ({ backupS3 }))
  .and(bucketEnvironment('FILES_S3').transform((filesS3) => ({ filesS3 })));
