import { ANSWER_HEADER, UNASKED } from '../../../contract/answer-mark.ts';

/** A gateway answers in the server's place, in JSON that looks like the server's. */
type GatewayFault = `gateway${400 | 401 | 403 | 409 | 413 | 415 | 422 | 426 | 502}`;

/** What the network does to one request. `lost*`: the fault comes before or after the server did its work. */
export type Fault =
  | 'none'
  | 'lostRequest'
  | 'lostAnswer'
  | 'html200'
  | 'truncated'
  | 'redirect'
  | 'portal401'
  | '500'
  | '500afterCommit'
  | '503retryAfter'
  | '429'
  | '413'
  | '413proxy'
  | '415'
  | '426'
  | '401'
  | GatewayFault;

/** An answer of the server. */
export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', [ANSWER_HEADER]: UNASKED, ...headers },
  });
/** The server's refusal. */
export const refusal = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { code, message: `Refused: ${code}.` }, headers);

/** An answer that looks like the server's in all but its mark; or with the mark of an answer to another request. */
function gatewayAnswer(fault: string): Response {
  const body = JSON.stringify({ code: 'DEVICE_WIPE_PENDING', message: 'Blocked by policy.' });
  const headers = { 'content-type': 'application/json', 'retry-after': '3000' };
  const kept = { ...headers, [ANSWER_HEADER]: 'an-older-ask' };
  const status = Number(fault.replace('gateway', ''));
  return new Response(body, { status, headers: status % 2 === 0 ? headers : kept });
}

/** A fault that keeps a request from the server: what the phone hears instead. Null: the request arrives. */
export function faultBefore(fault: Fault): (() => Response) | null {
  if (fault.startsWith('gateway')) return () => gatewayAnswer(fault);
  const portal = '<html><body>Welcome to the hotel</body></html>';
  const faults: Partial<Record<Fault, () => Response>> = {
    lostRequest: () => {
      throw new TypeError('Failed to fetch');
    },
    redirect: () => {
      throw new TypeError('Redirect refused');
    },
    html200: () => new Response(portal, { headers: { 'content-type': 'text/html' } }),
    portal401: () => new Response(portal, { status: 401 }),
    '500': () => refusal(500, 'BROKEN'),
    '503retryAfter': () => refusal(503, 'BUSY', { 'retry-after': '120' }),
    '429': () => refusal(429, 'SLOW_DOWN', { 'retry-after': '120' }),
    '413': () => refusal(413, 'TOO_LARGE'),
    '415': () => refusal(415, 'WRONG_FILE_TYPE'),
    '413proxy': () => new Response(portal, { status: 413 }),
    '426': () => refusal(426, 'UPDATE'),
    '401': () => refusal(401, 'NO_DEVICE'),
  };
  return faults[fault] ?? null;
}

/** What becomes of the server's answer on its way back. */
export async function faultAfter(fault: Fault, answer: Response): Promise<Response> {
  if (fault === 'lostAnswer') throw new TypeError('Failed to fetch');
  if (fault === '500afterCommit') return refusal(500, 'BROKEN');
  if (fault !== 'truncated') return answer;
  return new Response((await answer.text()).slice(0, -20), { status: 200 });
}
