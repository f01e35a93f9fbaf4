/** Terms of an incentive structure that has neither cap, conditions nor a team's part. */
export const PLAIN_TERMS = {
  measure: 'AMOUNT',
  cap: null,
  minAchievement: null,
  needsNoBreach: false,
  needsCashDeposited: false,
  teamPercent: null,
  clawbackDays: 90,
};

/** The same, of one part that pays a percentage of every payment. */
export const percentTerms = (percent: number) => ({
  ...PLAIN_TERMS,
  parts: [{ bucket: null, product: null, slabs: [{ from: 0, percent, fixedAmount: null }] }],
});
