/** `npm run soak` sets it to 1 and more. */
const SHARE = Number(process.env['CASES'] ?? 0.1);

/** Whether nothing is left out to save time. */
export const triesAll = SHARE >= 1;

/** How many of all its cases a random test tries: a tenth, so that every run of the tests is short. */
export const casesOf = (all: number): number => Math.max(1, Math.round(all * SHARE));

/** The seed that repeats a failure, when it is given. */
export const givenSeed = process.env['SEED'];
