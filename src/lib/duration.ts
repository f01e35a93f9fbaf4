const pad = (part: number) => String(part).padStart(2, '0');

/** Hours at work or on the phone as h:mm:ss, also below an hour: 49 minutes among hours read like 49 hours. */
export function formatHours(seconds: number): string {
  const whole = Math.max(0, Math.trunc(seconds));
  return `${Math.trunc(whole / 3600)}:${pad(Math.trunc((whole % 3600) / 60))}:${pad(whole % 60)}`;
}

/** A length of time in seconds as m:ss, or h:mm:ss from an hour on. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.trunc(seconds));
  if (whole >= 3600) return formatHours(whole);
  return `${Math.trunc(whole / 60)}:${pad(whole % 60)}`;
}
