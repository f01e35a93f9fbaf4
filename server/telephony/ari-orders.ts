import type { AriNames } from './ari-events.ts';
import { askExchange } from './ari-requests.ts';
import type { AriAnswer } from './ari-requests.ts';
import type { AriSettings } from './ari-settings.ts';
import type { CallOrder } from './telephony.ts';
import { log } from '../log.ts';

/** An agent whose telephone is not there in so long does not come any more, seconds: the borrower waits on the line. */
const AGENT_RING_SECONDS = 8;
/** The status for what is there already under the same id. */
const IS_THERE = 409;

const isDone = ({ status }: AriAnswer): boolean => status < 400;
const isBegun = (answer: AriAnswer): boolean => isDone(answer) || answer.status === IS_THERE;

/** What the exchange is told to do, one order a method. All throw ExchangeAway; a refusal is false. */
export class AriOrders {
  readonly #settings: AriSettings;
  readonly #names: AriNames;

  constructor(settings: AriSettings, names: AriNames) {
    this.#settings = settings;
    this.#names = names;
  }

  /** True also when the call was begun before. */
  async callBorrower({ callId, number, callerId, ringSeconds }: CallOrder): Promise<boolean> {
    const digits = number.replaceAll(/\D/g, '');
    return this.#begin('call', callId, {
      endpoint: this.#settings.endpoint.replaceAll('{number}', digits),
      timeout: ringSeconds,
      ...(callerId === null ? {} : { callerId }),
    });
  }

  /** True also when the telephone was called before. */
  async callAgent(callId: string, extension: string): Promise<boolean> {
    return this.#begin('agent', callId, {
      endpoint: this.#settings.agentEndpoint.replaceAll('{extension}', extension),
      timeout: AGENT_RING_SECONDS,
    });
  }

  async #begin(part: 'call' | 'agent', callId: string, wanted: object): Promise<boolean> {
    const path = `channels/${this.#names.of(part, callId)}`;
    const answer = await this.#post(path, { ...wanted, app: this.#settings.app, appArgs: part });
    if (isBegun(answer)) return true;
    const who = part === 'call' ? 'a borrower’s number' : 'an agent’s extension';
    log.error(`The telephone exchange can’t call ${who} (status ${answer.status}).`);
    return false;
  }

  /** Brings one end into the call's bridge; false when that end is gone. */
  async join(part: 'call' | 'agent', callId: string): Promise<boolean> {
    const bridge = `bridges/${this.#names.of('bridge', callId)}`;
    await this.#post(bridge, { type: 'mixing' });
    const channel = this.#names.of(part, callId);
    return isDone(await this.#post(`${bridge}/addChannel`, { channel }));
  }

  async record(callId: string): Promise<void> {
    const path = `bridges/${this.#names.of('bridge', callId)}/record`;
    const answer = await this.#post(path, { name: callId, format: 'wav', ifExists: 'overwrite' });
    if (!isBegun(answer)) log.error(`Call ${callId} is not recorded (status ${answer.status}).`);
  }

  /** Plays the message of a dropped call; false when it can't hear it. */
  async playMessage(callId: string): Promise<boolean> {
    const path = `channels/${this.#names.of('call', callId)}/play/${this.#names.of('drop', callId)}`;
    return isDone(await this.#post(path, { media: this.#settings.dropSound }));
  }

  /** Hands an answered call to the dialplan, which tells a machine from a person and gives it back. */
  async detect(callId: string, context: string): Promise<boolean> {
    const path = `channels/${this.#names.of('call', callId)}/continue`;
    return isDone(await this.#post(path, { context, extension: 's', priority: 1 }));
  }

  /** Ends a channel or a bridge; false when it was gone. */
  async remove(part: 'call' | 'agent' | 'bridge', callId: string): Promise<boolean> {
    const kind = part === 'bridge' ? 'bridges' : 'channels';
    const path = `${kind}/${this.#names.of(part, callId)}`;
    return (await askExchange(this.#settings, 'DELETE', path)).status !== 404;
  }

  async #post(path: string, parameters: object): Promise<AriAnswer> {
    return askExchange(this.#settings, 'POST', path, parameters);
  }
}
