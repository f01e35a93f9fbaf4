import type { AriSettings } from './ari-settings.ts';

/** No answer in so long counts as none, milliseconds. */
const TIMEOUT_MS = 4000;
/** The largest answer that is read, bytes: the list of some ten thousand channels. */
const MOST_BYTES = 20_000_000;

/** The exchange can't be reached, or does not let us in; the message says which and never holds the password. */
export class ExchangeAway extends Error {
  override readonly name = 'ExchangeAway';
}

/** What an exchange says to a wrong login, in words for who runs the server. */
export function refusedLogin(status: number): ExchangeAway {
  return new ExchangeAway(
    `The telephone exchange does not accept ARI_USER and ARI_PASSWORD (status ${status}). Compare them with its ari.conf.`,
  );
}

/** The headers of every request. */
export function authorization({ user, password }: AriSettings): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** An answer of the exchange, whatever its status. */
export interface AriAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends one request, parameters in its body, where access logs don't show them. Throws ExchangeAway. */
export async function askExchange(
  settings: AriSettings,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  parameters?: object,
): Promise<AriAnswer> {
  const json = { 'content-type': 'application/json' };
  // Without a body no word of its kind: some exchanges would look for one.
  const sent = parameters === undefined ? {} : { body: JSON.stringify(parameters) };
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${settings.url}/${path}`, {
      method,
      ...sent,
      headers: { ...authorization(settings), ...(parameters === undefined ? {} : json) },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await textOf(response);
  } catch (error) {
    if (error instanceof ExchangeAway) throw error;
    throw new ExchangeAway('The telephone exchange can’t be reached at ARI_URL.', { cause: error });
  }
  const { status } = response;
  if (status === 401 || status === 403) throw refusedLogin(status);
  if (status >= 502)
    throw new ExchangeAway(`The telephone exchange is not ready (status ${status}).`);
  return { status, body: parsed(text) };
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MOST_BYTES)
      throw new ExchangeAway('What answers at ARI_URL sends too much for a telephone exchange.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
