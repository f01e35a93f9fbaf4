/** What a telephone exchange tells of a call that we placed. */
export interface CallEvent {
  /** Our own id of the call, given when it was placed. */
  readonly callId: string;
  /**
   * RINGING: the other side rings. ANSWERED: a person took it. MACHINE: an answering machine did. BUSY, NO_ANSWER, FAILED:
   * it came to nothing. HUNG_UP: the borrower ended a call that was answered. ENDED: we ended it, or the
   * agent's side did, or nobody heard how it ended.
   */
  readonly kind:
    | 'RINGING'
    | 'ANSWERED'
    | 'MACHINE'
    | 'BUSY'
    | 'NO_ANSWER'
    | 'FAILED'
    | 'HUNG_UP'
    | 'ENDED';
  readonly at: Date;
  /** Address of the recording, once it is known. */
  readonly recordLink?: string;
}

/** A call to place. */
export interface CallOrder {
  readonly callId: string;
  /** Digits with the country's code. */
  readonly number: string;
  readonly callerId: string | null;
  /** How long to let it ring, seconds; at least 15. */
  readonly ringSeconds: number;
}

/** The agent's end of a call. */
export interface AgentLine {
  readonly userId: string;
  /** The agent's extension at the exchange. */
  readonly extension: string;
}

/**
 * The telephone exchange behind the dialer: the embedded simulator, or one reached over the network. Every order is safe to
 * repeat under the same call id. Orders reject only when the exchange can't be reached or does not let us in; what becomes of a call comes as an
 * event.
 */
export interface Telephony {
  /** Begins a call. Resolves when the exchange has accepted it. */
  place(order: CallOrder): Promise<void>;
  /** Joins an answered call and an agent. */
  connect(callId: string, agent: AgentLine): Promise<void>;
  /** Plays the recorded message for a call that no agent can take, then hangs up. */
  drop(callId: string): Promise<void>;
  hangUp(callId: string): Promise<void>;
  /** Ids of the calls that the exchange still has: whoever takes over asks. */
  liveCalls(): Promise<readonly string[]>;
  /** Calls back with each event from now on; returns what stops it. */
  listen(listener: (event: CallEvent) => void): () => void;
  close(): Promise<void>;
}
