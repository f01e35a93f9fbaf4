/** What decided how many calls the engine placed; the catalogue says each in words (`pacing.why`). */
export const PACING_WHYS = [
  'NO_AGENT',
  'FEW_AGENTS',
  'DROP_CAP',
  'DROP_BURST',
  'PROGRESSIVE',
  'TRUNKS',
  'LEVEL',
  'FREE_SOON',
  'NO_LEADS',
  'LEADS_WAIT',
  'LEADS_REFUSED',
] as const;

/** What decided how many calls were placed. */
export type PacingWhy = (typeof PACING_WHYS)[number];
