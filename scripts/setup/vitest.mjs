/** Arguments of node that run vitest once. */
export const vitest = (...args) => ['node_modules/vitest/vitest.mjs', 'run', ...args];

/** Leaves out what a cheaper test finds too (tests/support/soak.ts). */
export const NOT_SOAK = '--tags-filter=!soak';
