/** The measures of money and their parts (contract/collected.ts): the same name on every screen. */
export const money = {
  claimed: 'दावा',
  receipted: 'रसीद पर मिला',
  verified: 'सत्यापित',
  collected: 'वसूली',
  state: {
    CLAIMED: 'दावा',
    RECEIPTED: 'रसीद पर मिला',
    VERIFIED: 'सत्यापित',
    CANCELLED: 'रद्द',
  },
  parts: 'सत्यापित {{verified}} · रसीद पर {{receipted}} · दावा {{claimed}}',
  paidOn: '{{day}} को चुकाया',
  nobodyCredited: 'किसी को श्रेय नहीं',
};
