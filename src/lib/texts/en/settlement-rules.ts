/** Who may approve which waiver, and what a client says in its letters. */
export const settlementRules = {
  rules: 'Settlement rules',
  rulesSubtitle: 'Up to which waiver each level may approve, client by client.',
  rulesOf: 'Settlement rules of {{name}}',
  managerPercent: 'Manager, up to',
  managerAmount: 'Manager, at most',
  adminPercent: 'Admin, up to',
  adminAmount: 'Admin, at most',
  clientPercent: 'Client, up to',
  clientAmount: 'Client, at most',
  limitHelp: 'Empty: no limit in rupees. The stricter of the two holds.',
  delegated: 'Agency decides alone up to',
  delegatedShort: 'Agency alone',
  delegatedHelp:
    'Waivers up to this amount need no approval of the client. Only the client admin can raise it.',
  validDays: 'Offer valid for at most (days)',
  rbi: 'RBI framework for compromise settlements',
  rbiShort: 'RBI framework',
  rbiHelp: 'Nothing is delegated; fraud and wilful default need the client admin.',
  coolingMonths: 'Cooling period (months)',
  addPart: 'Part limits',
  partOf: 'Limits for a part of the loans of {{name}}',
  partHelp:
    'Choose a portfolio, a product, a bucket or several of them. Where several fit a loan, the one that names the most holds.',
  removePart: 'Remove the limits of {{name}}?',
  removePartBody: 'The limits of the client’s other rows hold for these loans again.',
  sanctionAmount: 'Sanctioned at client level from (loan amount)',
  sanctionAmountHelp:
    'Under the RBI framework one level above the sanction decides: for loans of this amount on, the client admin. Empty: none.',
};
