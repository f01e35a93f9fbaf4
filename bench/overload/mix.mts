import { newId } from '../../server/ids.ts';
import { sealedVisit } from '../heart/sealed-visit.mts';
import type { KnownPhone, Worker, World } from './world.mts';

/** What an agency's people ask for, so many of a hundred requests. */
const MIX = {
  'bell: count': 18,
  "caller's list": 15,
  'loan opened': 15,
  "loan's history": 10,
  'call recorded': 10,
  "manager's list": 10,
  'phone: delivery': 14,
  'phone: pull': 5,
  'daily report': 2,
  "manager's board": 1,
} as const;

/** One kind of request of the mix. */
export type Asked = keyof typeof MIX;

/** A request ready to be sent. */
export interface Ready {
  readonly asked: Asked;
  readonly bytes: Buffer;
}

const HUNDRED: readonly Asked[] = Object.entries(MIX).flatMap(([asked, share]) =>
  Array.from({ length: share }, () => asked as Asked),
);

const pick = <One,>(all: readonly One[]): One => {
  const one = all[Math.floor(Math.random() * all.length)];
  if (one === undefined) throw new Error('There is nobody.');
  return one;
};

function requestBytes(
  method: 'GET' | 'POST',
  path: string,
  token: string,
  body?: object,
  more = '',
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} ${path.startsWith('/api/') ? path : `/api/v1${path}`} HTTP/1.1`,
    'host: bench',
    `authorization: Bearer ${token}`,
    'accept-encoding: gzip, deflate, br',
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}${more}\r\n\r\n${text}`);
}

const call = ({ token, loanIds }: Worker): Buffer =>
  requestBytes('POST', '/call-disposition', token, {
    _id: newId(),
    loanId: pick(loanIds),
    disposition: 'RINGING',
    call_status: 'CALL_ENDED',
    duration: 20,
    remarks: 'Rang until it stopped.',
  });

async function delivery(phone: KnownPhone): Promise<Buffer> {
  phone.sequence += 1;
  const visit = await sealedVisit(phone.grant, pick(phone.loanIds), phone.sequence);
  return requestBytes('POST', '/device/delivery', phone.grant.deliveryToken, {
    device: { appVersion: '1.0.0', unsentCount: 0, oldestUnsentAt: null },
    operations: [visit],
  });
}

async function makeOne(
  asked: Asked,
  { callers, managers }: World,
  phones: readonly KnownPhone[],
): Promise<Buffer> {
  const caller = pick(callers);
  const manager = pick(managers);
  const get = (path: string, { token }: Worker = caller) => requestBytes('GET', path, token);
  switch (asked) {
    case 'bell: count':
      return requestBytes(
        'GET',
        '/api/v2/notifications/count',
        caller.token,
        undefined,
        '\r\nx-background: 1',
      );
    case "caller's list":
      return get('/loans/active/loans');
    case 'loan opened':
      return get(`/loans/id/${pick(caller.loanIds)}`);
    case "loan's history":
      return get(`/call-disposition/caseHistory?loanId=${pick(caller.loanIds)}`);
    case 'call recorded':
      return call(caller);
    case "manager's list":
      return get('/loans?page=1&pageSize=50', manager);
    case 'phone: delivery':
      return delivery(pick(phones));
    case 'phone: pull': {
      const { token, cursor } = pick(phones);
      return requestBytes(
        'GET',
        `/device/pull?limit=200&cursor=${encodeURIComponent(cursor)}`,
        token,
      );
    }
    case 'daily report':
      return get('/call-disposition/daily-reports', manager);
    case "manager's board":
      return get('/loans/getManagerLandingAnalytics', manager);
  }
}

/** Makes so many requests of the mix; a hundred have it exactly. Visits are sealed here, before anything is measured. */
export async function makeRequests(
  world: World,
  phones: readonly KnownPhone[],
  count: number,
): Promise<Ready[]> {
  const ready: Ready[] = [];
  for (let at = 0; at < count; at += 1) {
    // In turns of 37, which shares no factor with a hundred: kinds alternate.
    const asked = HUNDRED[(at * 37) % HUNDRED.length] ?? 'bell: count';
    ready.push({ asked, bytes: await makeOne(asked, world, phones) });
  }
  return ready;
}
