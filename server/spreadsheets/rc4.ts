/** So many bytes of RC4's stream for a key; Node's own library has the cipher no more. */
export function rc4Stream(key: Buffer, length: number): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    const kept = state[one] ?? 0;
    state[one] = state[other] ?? 0;
    state[other] = kept;
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  const stream = Buffer.alloc(length);
  for (let n = 0, at = 0, other = 0; n < length; n += 1) {
    at = (at + 1) & 255;
    other = (other + (state[at] ?? 0)) & 255;
    swap(at, other);
    stream[n] = state[((state[at] ?? 0) + (state[other] ?? 0)) & 255] ?? 0;
  }
  return stream;
}
