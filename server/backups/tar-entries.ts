import type { Writable } from 'node:stream';
import type { Pack } from 'tar-stream';

/** Entries go into a tar one after the other, whoever brings them; when `signal` says so, none any more. */
export class TarEntries {
  readonly #pack: Pack;
  readonly #signal: AbortSignal;
  #turn: Promise<void> = Promise.resolve();
  #stop: (why: Error) => void = () => undefined;

  constructor(pack: Pack, signal: AbortSignal) {
    this.#pack = pack;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#stop(signal.reason as Error));
  }

  /** Gives `write` its turn at the tar: it calls back at its end, or with what went wrong. */
  async #inTurn(write: (done: (error?: Error | null) => void) => void): Promise<void> {
    const before = this.#turn;
    const mine = (async () => {
      await before;
      this.#signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        this.#stop = reject;
        write((error) => (error ? reject(error) : resolve()));
      });
    })();
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /** Adds an entry whose bytes are known; `then` runs before the next one's turn. */
  async add(name: string, bytes: Buffer, then?: () => void): Promise<void> {
    await this.#inTurn((done) => {
      this.#pack.entry({ name, mode: 0o600 }, bytes, (error) => {
        if (!error) then?.();
        done(error);
      });
    });
  }

  /** Adds an entry of so many bytes as they come. */
  async stream(name: string, size: number, pieces: AsyncIterable<Buffer>): Promise<void> {
    await this.#inTurn((done) => {
      const entry = this.#pack.entry({ name, size, mode: 0o600 }, done) as unknown as Writable;
      const fill = async (): Promise<void> => {
        for await (const piece of pieces)
          if (!entry.write(piece)) await new Promise((go) => entry.once('drain', go));
        entry.end();
      };
      fill().catch((error: unknown) => entry.destroy(error as Error));
    });
  }
}
