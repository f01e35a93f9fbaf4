import type { BrowserContext, Page } from '@playwright/test';

/**
 * Time limits of the page's code pass sooner, so that a test needn't wait out minutes; the code is the shipped one. A login's
 * do not: on a busy machine it would be given up.
 */
export async function hurry(where: BrowserContext | Page, times: number): Promise<void> {
  await where.addInitScript((factor) => {
    const whole = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => {
      const isLogin = globalThis.location.pathname.endsWith('/login');
      return whole(isLogin ? ms : ms / factor);
    };
  }, times);
}

/** Every clock that the page reads is ahead (or behind) by so much. Its worker's is right: it must have nothing to do. */
export async function shiftClock(context: BrowserContext, aheadMs: number): Promise<void> {
  await context.addInitScript((ms) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: [] | [number | string | Date]) {
        super(given[0] ?? Right.now() + ms);
      }
      static override now() {
        return Right.now() + ms;
      }
    } as DateConstructor;
  }, aheadMs);
}
