import { z } from 'zod';

/** A store of the S3 protocol that backups are put into. */
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

/** The settings of backups in a store; `backupS3` is null without BACKUP_S3_URL: then they lie in a folder. */
export const s3Environment = z
  .object({
    BACKUP_S3_URL: z
      .string()
      .refine(isBucketUrl, 'must look like https://s3.example.com/bucket or .../bucket/folder')
      .optional(),
    BACKUP_S3_REGION: z.string().default('us-east-1'),
    BACKUP_S3_KEY_ID: z.string().optional(),
    BACKUP_S3_SECRET: z.string().optional(),
  })
  .transform((given, context): { backupS3: S3Settings | null } => {
    const { BACKUP_S3_URL, BACKUP_S3_KEY_ID, BACKUP_S3_SECRET, BACKUP_S3_REGION } = given;
    if (BACKUP_S3_URL === undefined) return { backupS3: null };
    if ((BACKUP_S3_KEY_ID === undefined) !== (BACKUP_S3_SECRET === undefined)) {
      context.addIssue({
        code: 'custom',
        path: ['BACKUP_S3_SECRET'],
        message: 'and BACKUP_S3_KEY_ID belong together: set both or neither',
      });
      return z.NEVER;
    }
    const { origin, pathname } = new URL(BACKUP_S3_URL);
    const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
    return {
      backupS3: {
        endpoint: origin,
        bucket,
        prefix: folders.map((folder) => `${folder}/`).join(''),
        region: BACKUP_S3_REGION,
        credentials:
          BACKUP_S3_KEY_ID === undefined || BACKUP_S3_SECRET === undefined
            ? null
            : { accessKeyId: BACKUP_S3_KEY_ID, secretAccessKey: BACKUP_S3_SECRET },
      },
    };
  });
