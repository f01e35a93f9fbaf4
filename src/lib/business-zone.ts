let zone = 'Asia/Kolkata';

/** The business time zone that days and times are shown in. */
export function businessZone(): string {
  return zone;
}

/** Sets the business time zone; the app does so once, at start, from what the server wrote into the page. */
export function setBusinessZone(name: string): void {
  zone = name;
}
