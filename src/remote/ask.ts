/** A name for one request, that its answer has to repeat (contract/answer-mark.ts). */
export function newAsk(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
