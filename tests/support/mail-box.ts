import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * What the double does with an e-mail: takes it, says no for now or for good, hangs up before or after its bytes, or says
 * nothing until it behaves otherwise.
 */
type Manner = 'take' | 'later' | 'never' | 'hang-up-first' | 'hang-up-last' | 'say-nothing';

/** A real SMTP server that keeps what it is given. */
export interface MailBox {
  readonly url: string;
  /** Raw e-mails that were taken, to whom. */
  readonly mails: readonly { readonly to: readonly string[]; readonly text: string }[];
  /** How often an e-mail's bytes came, taken or not. */
  readonly tries: () => number;
  behave(manner: Manner): void;
  close(): Promise<void>;
}

/** Listens on a free port; logins are `robot` with `secret`. */
export async function startMailBox(): Promise<MailBox> {
  const mails: { to: string[]; text: string }[] = [];
  let manner: Manner = 'take';
  let tries = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'robot' && password === 'secret'
        ? done(null, { user: username })
        : done(new Error('No')),
    onRcptTo: (_address, session, done) => {
      if (manner === 'say-nothing') return;
      if (manner === 'hang-up-first') {
        server.connections.forEach((connection) => connection.close());
        return;
      }
      if (manner === 'later' || manner === 'never') {
        tries += 1;
        const code = manner === 'later' ? 451 : 550;
        done(Object.assign(new Error('Not this one'), { responseCode: code }));
      } else done();
      void session;
    },
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        tries += 1;
        if (manner === 'hang-up-last') {
          server.connections.forEach((connection) => connection.close());
          return;
        }
        mails.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(pieces).toString('utf8'),
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://robot:secret@127.0.0.1:${port}`,
    mails,
    tries: () => tries,
    behave: (next) => {
      if (manner === 'say-nothing') server.connections.forEach((connection) => connection.close());
      manner = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
