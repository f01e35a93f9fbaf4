const SHOWN_KEY = 'recoup.alerts.shown';
/** An alert is due for a quarter of an hour: what was shown a day ago need not be remembered, milliseconds. */
const REMEMBERED_MS = 86_400_000;

/**
 * Takes an alert for this tab to show. False: it was shown already, here or in another tab. Only ids are kept.
 */
export function claimAlert(id: string, now = Date.now()): boolean {
  const shown = readShown();
  if (id in shown) return false;
  const recent = Object.entries(shown).filter(([, at]) => at > now - REMEMBERED_MS);
  localStorage.setItem(SHOWN_KEY, JSON.stringify(Object.fromEntries([...recent, [id, now]])));
  return true;
}

function readShown(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SHOWN_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const times = Object.entries(stored).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    return Object.fromEntries(times);
  } catch {
    // Damaged: at worst an alert shows twice.
    return {};
  }
}
