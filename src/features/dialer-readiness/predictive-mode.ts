import { createStore } from '../../lib/store.ts';

const MODE_KEY = 'recoup.predictive';

/** Whether the agent works in predictive mode (spec 4.2): it chooses the process that breaks are reported under. */
export const predictiveMode = createStore(sessionStorage.getItem(MODE_KEY) === '1');

/** Switches the mode, for this tab and its reloads. */
export function setPredictiveMode(isOn: boolean): void {
  sessionStorage.setItem(MODE_KEY, isOn ? '1' : '0');
  predictiveMode.set(isOn);
}
