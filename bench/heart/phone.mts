import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent as Connections, request } from 'node:http';
import type { DeviceGrant, Receipt, SealedOperation } from '../../contract/queued-work.ts';
import { newId } from '../../server/ids.ts';
import { benchPassword } from './organisation.mts';
import type { Agent } from './organisation.mts';
import { sealedVisit } from './sealed-visit.mts';

/** How long one request of a phone took, milliseconds, and what it was. */
export interface Served {
  readonly what: 'login' | 'registration' | 'delivery' | 'pull';
  readonly ms: number;
  readonly isServed: boolean;
}

interface PullPage {
  readonly loans?: readonly { readonly loan: { readonly _id: string } }[];
  readonly cursor?: string;
}

const MOST_PULLS = 10;
const PULL_AGAIN_MS = 1000;

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly ms: number;
}

/** A phone without a browser: the app's sealing, its own connection kept alive. */
export class Phone {
  readonly #url: string;
  readonly #agent: Agent;
  readonly #deviceId = newId();
  readonly #connections = new Connections({ keepAlive: true });
  #waiting: SealedOperation[] = [];

  constructor(url: string, agent: Agent) {
    this.#url = url;
    this.#agent = agent;
  }

  /** Ids of the visits that wait here. */
  get waitingIds(): string[] {
    return this.#waiting.map(({ opId }) => opId);
  }

  /** What happened the day before: the phone is known, and so many visits wait on it, sealed. */
  async queue(visits: number): Promise<void> {
    const { body } = await this.#send<DeviceGrant>('POST', '/device', this.#agent.token, {
      deviceId: this.#deviceId,
      appVersion: '1.0.0',
    });
    const { loanIds } = this.#agent;
    const loans = Array.from({ length: visits }, (_, at) => loanIds[at % loanIds.length] ?? '');
    this.#waiting = await Promise.all(
      loans.map((loanId, at) => sealedVisit(body, loanId, body.lastSequence + at + 1)),
    );
  }

  /** The agent arrives: logs in, registers, delivers all that waits and pulls the loans. */
  async arrive(): Promise<Served[]> {
    const { email } = this.#agent;
    const login = await this.#send<{ token?: string }>('POST', '/login', null, {
      email,
      password: benchPassword,
    });
    const token = login.body.token ?? '';
    const device = { deviceId: this.#deviceId, appVersion: '1.0.0' };
    const grant = await this.#send<DeviceGrant>('POST', '/device', token, device);
    const delivery = await this.#deliver(grant.body.deliveryToken);
    const pulls = await this.#pull(token);
    this.#connections.destroy();
    return [
      { what: 'login', ms: login.ms, isServed: token !== '' },
      { what: 'registration', ms: grant.ms, isServed: grant.status === 200 },
      delivery,
      ...pulls,
    ];
  }

  /**
   * Pulls until all loans came. What was changed while others were still writing comes with the next pull, as on a phone:
   * such a phone asks again.
   */
  async #pull(token: string): Promise<Served[]> {
    const seen = new Set<string>();
    const pulls: Served[] = [];
    let cursor = '';
    while (seen.size < this.#agent.loanIds.length && pulls.length < MOST_PULLS) {
      if (pulls.length > 0) await sleep(PULL_AGAIN_MS);
      const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/device/pull?deviceId=${this.#deviceId}&limit=200${more}`;
      const { status, body, ms } = await this.#send<PullPage>('GET', path, token);
      for (const { loan } of body.loans ?? []) seen.add(loan._id);
      cursor = body.cursor ?? '';
      pulls.push({ what: 'pull', ms, isServed: status === 200 });
    }
    const hasAll = seen.size === this.#agent.loanIds.length;
    return pulls.map(({ what, ms, isServed }) => ({ what, ms, isServed: isServed && hasAll }));
  }

  async #deliver(token: string): Promise<Served> {
    const operations = this.#waiting;
    const { status, body, ms } = await this.#send<{ receipts?: Receipt[] }>(
      'POST',
      '/device/delivery',
      token,
      { device: { appVersion: '1.0.0', unsentCount: 0, oldestUnsentAt: null }, operations },
    );
    const done = (body.receipts ?? []).filter((receipt) => receipt.outcome === 'DONE');
    return { what: 'delivery', ms, isServed: status === 200 && done.length === operations.length };
  }

  #send<Body>(
    method: string,
    path: string,
    token: string | null,
    body?: object,
  ): Promise<Answer<Body>> {
    const text = body === undefined ? null : JSON.stringify(body);
    const headers = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(text === null ? {} : { 'content-type': 'application/json' }),
      'accept-encoding': 'gzip',
    };
    const start = performance.now();
    return new Promise<Answer<Body>>((resolve, reject) => {
      const options = { method, headers, agent: this.#connections };
      const sent = request(`${this.#url}/api/v1${path}`, options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const ms = performance.now() - start;
          const json = JSON.parse(textOf(Buffer.concat(chunks), answer.headers)) as Body;
          resolve({ status: answer.statusCode ?? 0, body: json, ms });
        });
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(text ?? undefined);
    });
  }
}

function textOf(bytes: Buffer, headers: IncomingHttpHeaders): string {
  const isPacked = headers['content-encoding'] === 'gzip';
  return (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
}
