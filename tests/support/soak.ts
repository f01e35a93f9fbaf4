/** Is everything tried (`npm run soak`), however long it takes? */
export const isSoak = process.env['SOAK'] === '1';

/**
 * Marks a test whose fault a cheaper one of `npm test` would catch too: it runs in `npm run soak` only. Each kind of fault
 * keeps one test that `npm test` tries in a browser, or on the whole server. Options of both runners.
 */
export const SOAK = { tag: '@soak', tags: 'soak' } as const;

/** The same for some cases of a test. */
export const soakUnless = (isAlways: boolean) => (isAlways ? {} : SOAK);
