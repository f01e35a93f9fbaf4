/** The measures of money and their parts (contract/collected.ts): the same name on every screen. */
export const money = {
  claimed: 'Claimed',
  receipted: 'Receipted',
  verified: 'Verified',
  collected: 'Collected',
  state: {
    CLAIMED: 'Claimed',
    RECEIPTED: 'Receipted',
    VERIFIED: 'Verified',
    CANCELLED: 'Cancelled',
  },
  parts: 'Verified {{verified}} · receipted {{receipted}} · claimed {{claimed}}',
  paidOn: 'Paid on {{day}}',
  nobodyCredited: 'Nobody credited',
};
