import { channelsSchema } from './ari-events.ts';
import type { AriNames } from './ari-events.ts';
import { askExchange, ExchangeAway } from './ari-requests.ts';
import type { AriSettings } from './ari-settings.ts';

/** How one of our calls stands at the exchange. */
export interface CallAtExchange {
  /** Somebody lifted the receiver. */
  readonly isUp: boolean;
  /** The agent's end: there is none, it rings, or it was answered. */
  readonly agent: 'NONE' | 'RINGING' | 'UP';
}

/** Our calls that the exchange has, among all its channels. Throws ExchangeAway. */
export async function readCallsAtExchange(
  settings: AriSettings,
  names: AriNames,
): Promise<Map<string, CallAtExchange>> {
  const { status, body } = await askExchange(settings, 'GET', 'channels');
  const parsed = channelsSchema.safeParse(body);
  if (!parsed.success)
    throw new ExchangeAway(`The telephone exchange does not list its channels (status ${status}).`);
  const ours = parsed.data.flatMap(({ id, state }) => {
    const name = names.read(id);
    return name ? [{ ...name, isUp: state === 'Up' }] : [];
  });
  const agents = new Map(
    ours
      .filter(({ part }) => part === 'agent')
      .map(({ callId, isUp }) => [callId, isUp ? ('UP' as const) : ('RINGING' as const)]),
  );
  return new Map(
    ours
      .filter(({ part }) => part === 'call')
      .map(({ callId, isUp }) => [callId, { isUp, agent: agents.get(callId) ?? 'NONE' }]),
  );
}
