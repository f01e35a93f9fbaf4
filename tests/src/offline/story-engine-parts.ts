// What a page of the stories uses of the engine: the entry of the script that each page load runs anew.
export { cacheOf } from '../../../src/offline/cache-database.ts';
export { deliverAfresh, deliverAll, sendNow } from '../../../src/offline/delivery.ts';
export { loanHistory } from '../../../src/offline/loan-history.ts';
export { readLoan, searchLoans } from '../../../src/offline/loan-index.ts';
export { saveOperation } from '../../../src/offline/operation-save.ts';
export { listOutbox } from '../../../src/offline/outbox.ts';
export { outboxSummary } from '../../../src/offline/outbox-summary.ts';
export { quickUnlock, setUpQuickUnlock } from '../../../src/offline/quick-unlock.ts';
export { pull } from '../../../src/offline/pull.ts';
export {
  ensureRegistered,
  isUnlocked,
  lock,
  onLogin,
  onLogout,
  restoreSession,
  unlockOffline,
} from '../../../src/offline/session.ts';
