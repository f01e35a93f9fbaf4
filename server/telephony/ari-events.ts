import { z } from 'zod';

/** What we read of a channel: its id and whether it was answered (`Up`). */
const channelSchema = z.object({ id: z.string(), state: z.string() });

/** The exchange's channels, as it lists them. */
export const channelsSchema = z.array(channelSchema);

/** The events that mean something to us; all others are passed over. */
export const ariEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ChannelStateChange'), channel: channelSchema }),
  z.object({
    type: z.literal('StasisStart'),
    channel: channelSchema,
    args: z.array(z.string()).default([]),
  }),
  z.object({
    type: z.literal('ChannelDestroyed'),
    channel: channelSchema,
    cause: z.number().default(0),
  }),
  z.object({ type: z.literal('PlaybackFinished'), playback: z.object({ id: z.string() }) }),
  z.object({ type: z.literal('ApplicationReplaced') }),
]);

/** An event of the exchange. */
export type AriEvent = z.infer<typeof ariEventSchema>;

/** Which of a call's two ends a channel is, or the recorded message that one plays. */
export type AriPart = 'call' | 'agent' | 'drop';

/** Our ids at the exchange: what belongs to a call is found again by its id alone, also by another process. */
export class AriNames {
  readonly #app: string;
  readonly #ours: RegExp;

  constructor(app: string) {
    this.#app = app;
    this.#ours = new RegExp(`^${app}-(call|agent|drop)-([0-9a-f-]{36})$`);
  }

  of(part: AriPart | 'bridge', callId: string): string {
    return `${this.#app}-${part}-${callId}`;
  }

  /** Null when the id is none of ours: an exchange has other lines as well. */
  read(id: string): { part: AriPart; callId: string } | null {
    const [, part, callId] = this.#ours.exec(id) ?? [];
    if (callId === undefined) return null;
    if (part !== 'call' && part !== 'agent' && part !== 'drop') return null;
    return { part, callId };
  }
}

const BUSY = 17;
/** User not responding; no answer though it rang. */
const NO_ANSWER = new Set([18, 19]);
/** Unknown; normal clearing: what is left of a call that was let ring for its time. */
const CLEARED = new Set([0, 16]);

/** What became of a call that nobody answered, by the cause of ITU-T Q.850 that the exchange gives. */
export function untaken(cause: number, hasRung: boolean): 'BUSY' | 'NO_ANSWER' | 'FAILED' {
  if (cause === BUSY) return 'BUSY';
  if (NO_ANSWER.has(cause) || (hasRung && CLEARED.has(cause))) return 'NO_ANSWER';
  return 'FAILED';
}
