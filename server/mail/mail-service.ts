import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailSettings } from '../mail-settings.ts';
import { othersWords } from '../others-words.ts';

/** An e-mail to one person. */
export interface Mail {
  /** The same for each try: its Message-ID is made of it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly file: { readonly name: string; readonly bytes: Buffer } | null;
}

/**
 * What came of a try. RETRY: it did not leave, another try may. REFUSED: no try will. UNCERTAIN: all of it was handed over
 * and no answer came, so it may have arrived.
 */
export type MailOutcome =
  | { readonly kind: 'ACCEPTED' }
  | { readonly kind: 'RETRY' | 'REFUSED' | 'UNCERTAIN'; readonly error: string };

/** Of a server's words about a failure so much is kept. */
const ERROR_MAX = 500;

/** Milliseconds without a byte until a server counts as gone. */
const PATIENCE_MS = 30_000;
/** A try takes no longer than this, however often a byte comes. */
export const MAIL_PATIENCE_MS = 5 * PATIENCE_MS;

const PIECE_BYTES = 65_536;

/** An e-mail's bytes, and whether the last of them was taken: from then on it may have arrived. */
function watched(bytes: Buffer): { stream: Readable; isTaken: () => boolean } {
  let isTaken = false;
  function* pieces() {
    // Read from when the server says that it takes them.
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      isTaken = at + PIECE_BYTES >= bytes.length;
      yield bytes.subarray(at, at + PIECE_BYTES);
    }
  }
  return { stream: Readable.from(pieces(), { objectMode: false }), isTaken: () => isTaken };
}

/** Between this machine's own programs there is no line that anybody could listen at. */
const isHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

function connectionTo({ host, port, isSecure, user }: MailSettings): SMTPConnection {
  return new SMTPConnection({
    host,
    port,
    secure: isSecure,
    // Who stands between could leave the offer of STARTTLS out, and read the password.
    requireTLS: user !== null && !isHere(host),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    dnsTimeout: PATIENCE_MS,
  });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The password in all forms in which a login brings it to the server. */
const secretsOf = ({ user, password }: MailSettings): string[] =>
  user === null || password === null
    ? []
    : [password, base64(password), base64(`\0${user}\0${password}`)];

function outcomeOf(error: Error, isTaken: boolean, settings: MailSettings): MailOutcome {
  const { responseCode, code } = error as Error & { responseCode?: number; code?: string };
  const told = othersWords(`${code ?? 'ERROR'}: ${error.message}`, secretsOf(settings), ERROR_MAX);
  // 5xx is the server's last word; but a login that fails, or a server that is set wrongly, is mended by the operator.
  if (responseCode !== undefined && responseCode >= 500 && code !== 'EAUTH')
    return { kind: 'REFUSED', error: told };
  if (responseCode === undefined && isTaken) return { kind: 'UNCERTAIN', error: told };
  return { kind: 'RETRY', error: told };
}

async function bytesOf(mail: Mail, { from }: MailSettings): Promise<Buffer> {
  const host = from.slice(from.indexOf('@') + 1);
  return new MailComposer({
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    messageId: `<${mail.id}@${host}>`,
    headers: { 'auto-submitted': 'auto-generated' },
    attachments: mail.file === null ? [] : [{ filename: mail.file.name, content: mail.file.bytes }],
  })
    .compile()
    .build();
}

/** Hands one e-mail to the server. Never rejects: what went wrong is the outcome. */
export async function sendMail(
  settings: MailSettings,
  mail: Mail,
  withinMs = MAIL_PATIENCE_MS,
): Promise<MailOutcome> {
  const connection = connectionTo(settings);
  const { stream, isTaken } = watched(await bytesOf(mail, settings));
  const { user, password, from } = settings;
  let tooLong: NodeJS.Timeout | undefined;
  try {
    return await new Promise<MailOutcome>((resolve) => {
      const fail = (error: Error) => resolve(outcomeOf(error, isTaken(), settings));
      tooLong = setTimeout(() => fail(new Error('The mail server took too long.')), withinMs);
      const send = () =>
        connection.send({ from, to: [mail.to] }, stream, (error) => {
          if (error) fail(error);
          else resolve({ kind: 'ACCEPTED' });
        });
      connection.once('error', fail);
      connection.once('end', () => fail(new Error('The mail server closed the connection.')));
      connection.connect((error) => {
        if (error) fail(error);
        else if (user === null) send();
        else
          connection.login({ user, pass: password ?? '' }, (refused) => {
            if (refused) fail(refused);
            else send();
          });
      });
    });
  } finally {
    clearTimeout(tooLong);
    // What fails while it is closed changes nothing any more.
    connection.on('error', () => undefined);
    connection.close();
  }
}
