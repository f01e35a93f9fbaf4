import { refusal } from './fake-faults.ts';

/** A gateway's JSON in the server's place, without the server's mark. */
const GATEWAY = ['gateway400', 'gateway401', 'gateway403', 'gateway413', 'gateway426'] as const;

/** What the network or the server does to one request of delivery. */
export const FAULTS = [
  'lostRequest',
  'lostAnswer',
  'html200',
  'truncated',
  'portal401',
  '500',
  '500afterCommit',
  '429',
  '413proxy',
  ...GATEWAY,
  '401',
  'again',
  'late',
] as const;
/** A fault, or none. */
export type Fault = (typeof FAULTS)[number] | 'none';

const lost = (): never => {
  throw new TypeError('Failed to fetch');
};

function gatewayAnswer(status: number): Response {
  const body = JSON.stringify({ code: 'DEVICE_WIPE_PENDING', message: 'Blocked.' });
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
}

/** A fault that keeps a request from the server: what the phone hears instead. Null: the request arrives. */
export function faultBefore(fault: Fault): (() => Response) | null {
  if (fault.startsWith('gateway')) return () => gatewayAnswer(Number(fault.slice(7)));
  const portal = '<html><body>Welcome to the hotel</body></html>';
  const faults: Partial<Record<Fault, () => Response>> = {
    lostRequest: lost,
    late: lost,
    html200: () => new Response(portal, { headers: { 'content-type': 'text/html' } }),
    portal401: () => new Response(portal, { status: 401 }),
    '500': () => refusal(500, 'BROKEN'),
    '429': () => refusal(429, 'SLOW_DOWN', { 'retry-after': '120' }),
    '413proxy': () => new Response(portal, { status: 413 }),
    '401': () => refusal(401, 'NO_DEVICE'),
  };
  return faults[fault] ?? null;
}
