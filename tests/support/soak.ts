/** Is everything tried (`npm run soak`), however long it takes? */
export const isSoak = process.env['SOAK'] === '1';

/**
 * Marks a browser test whose fault a cheaper test of `npm test` would catch too: it runs in `npm run soak` only. Each
 * kind of fault keeps one test that `npm test` tries in a browser.
 */
export const SOAK = { tag: '@soak' } as const;

/** The same for some cases of a test. */
export const soakUnless = (isAlways: boolean) => (isAlways ? {} : SOAK);
