import type { Settings } from '../settings.ts';
import { openAriExchange } from './ari-exchange.ts';
import { openSimulator } from './simulator.ts';
import type { Telephony } from './telephony.ts';

export type { CallEvent, CallOrder, Telephony } from './telephony.ts';

/** Opens the telephone exchange that the settings name. Its calls end with it when it is the embedded simulator. */
export function openTelephony(settings: Settings): Telephony {
  return settings.ari ? openAriExchange(settings.ari) : openSimulator(settings.simulator);
}
