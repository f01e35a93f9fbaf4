import { z } from 'zod';
import { isReadableUrl } from './readable-url.ts';

/** The server that e-mails are handed to. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps:`); otherwise STARTTLS, without which a user's password is not sent. */
  readonly isSecure: boolean;
  readonly user: string | null;
  readonly password: string | null;
  /** Whom e-mails come from. */
  readonly from: string;
}

function isSmtpUrl(text: string): boolean {
  return isReadableUrl(text) && /^smtps?:\/\/[^/]/.test(text) && new URL(text).hostname !== '';
}

function isAppUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && !/[?#]/.test(text)
  );
}

/** Reads the environment variables of e-mails, to be parsed beside the others. */
export const mailEnvironment = z
  .object({
    SMTP_URL: z
      .string()
      .refine(isSmtpUrl, 'must look like smtp://user:password@mail.example:587 or smtps://...')
      .optional(),
    MAIL_FROM: z
      .string()
      .regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address such as recoup@example.com')
      .default('recoup@localhost'),
    APP_URL: z.string().refine(isAppUrl, 'must look like https://recoup.example/').optional(),
  })
  .transform(({ SMTP_URL: given, MAIL_FROM: from, APP_URL: appUrl }) => ({
    mail: given === undefined ? null : mailOf(new URL(given), from),
    appUrl: appUrl?.replace(/\/+$/, '') ?? null,
  }));

function mailOf(url: URL, from: string): MailSettings {
  const isSecure = url.protocol === 'smtps:';
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    user: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.username === '' ? null : decodeURIComponent(url.password),
    from,
  };
}
