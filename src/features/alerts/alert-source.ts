import type { Alert } from '../../../contract/alert.ts';
import type { RemoteSource } from '../../data/remote-rows.ts';

/** An alert is due from its time on for this long; after that it counts as missed. The server's rule, milliseconds. */
export const DUE_MS = 15 * 60_000;
/** How often a collector's alerts are asked for (spec 9), milliseconds. */
export const POLL_MS = 120_000;
/** How long a pop-up stays (spec 9), milliseconds. */
export const POPUP_MS = 15_000;

/** Where a person's alerts come from: the server, or this phone. */
export interface AlertSource {
  /** Due now. */
  due: readonly Alert[];
  /** Undefined while unknown. */
  missedCount: number | undefined;
  missed: RemoteSource<Alert>;
  /** Where an alert leads. */
  pathOf: (alert: Alert) => string;
  deactivate: (id: string) => void;
}

/** No alerts, the same every time: what watches them is not woken. */
export const NO_ALERTS: readonly Alert[] = [];
