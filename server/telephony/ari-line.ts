import { untaken } from './ari-events.ts';
import type { CallEvent } from './telephony.ts';

/** What this process knows of one call at the exchange. */
export class AriLine {
  readonly callId: string;
  /** The exchange has said that it is there. */
  isPlaced = false;
  /** An agent's end was ordered for it. */
  isConnected = false;
  /** The agent's end is in its bridge. */
  hasAgent = false;
  /** It hears the recorded message. */
  isDropped = false;
  /** It ends because we, or the agent's side, ended it. */
  isOurEnd = false;
  #hasRung = false;
  #pickedUpAt: Date | null = null;
  #isTold = false;
  readonly #tell: (event: CallEvent) => void;

  constructor(callId: string, tell: (event: CallEvent) => void) {
    this.callId = callId;
    this.#tell = tell;
  }

  /** A call that another process placed. */
  static found(
    callId: string,
    tell: (event: CallEvent) => void,
    { isUp, hasAgent }: { readonly isUp: boolean; readonly hasAgent: boolean },
  ): AriLine {
    const line = new AriLine(callId, tell);
    line.isPlaced = true;
    line.hasAgent = hasAgent;
    line.#hasRung = true;
    line.#isTold = isUp;
    line.#pickedUpAt = isUp ? new Date() : null;
    line.isConnected = isUp;
    return line;
  }

  get isTold(): boolean {
    return this.#isTold;
  }

  ring(): void {
    if (this.#hasRung) return;
    this.#hasRung = true;
    this.#say('RINGING', new Date());
  }

  /** Somebody or something lifted the receiver: from then on the agent's two seconds count. */
  pickUp(at = new Date()): void {
    this.#pickedUpAt ??= at;
  }

  /** It is known who did. */
  judge(isMachine: boolean): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.pickUp();
    this.#say(isMachine ? 'MACHINE' : 'ANSWERED', this.#pickedUpAt ?? new Date());
  }

  /** It is gone. `cause` null: nobody heard how. */
  end(cause: number | null, recordLink: string | null): void {
    const link = this.hasAgent && recordLink !== null ? { recordLink } : {};
    this.#tell({ callId: this.callId, kind: this.#ending(cause), at: new Date(), ...link });
  }

  /** The exchange refused it. */
  fail(): void {
    this.#say('FAILED', new Date());
  }

  #ending(cause: number | null): CallEvent['kind'] {
    if (this.isOurEnd || cause === null) return 'ENDED';
    if (this.#pickedUpAt) return 'HUNG_UP';
    return untaken(cause, this.#hasRung);
  }

  #say(kind: CallEvent['kind'], at: Date): void {
    this.#tell({ callId: this.callId, kind, at });
  }
}
