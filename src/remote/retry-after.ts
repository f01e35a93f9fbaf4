/**
 * Seconds to wait by an answer's Retry-After, given in seconds or as a date (read by the answer's own clock where it
 * has one: the device's may be off); null when there is none or it says nothing.
 */
export function retryAfterSeconds(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (text === '') return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds > 0 ? seconds : null;
  const until = Date.parse(text);
  const answeredAt = Date.parse(headers.get('date') ?? '');
  const wait = (until - (Number.isFinite(answeredAt) ? answeredAt : nowMs)) / 1000;
  return Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : null;
}
