import { notifications } from './hi/notifications.ts';
import { promises } from './hi/promises.ts';
import { settlements } from './hi/settlements.ts';
import { receipts } from './hi/receipts.ts';
import { money } from './hi/money.ts';
import { problems } from './hi/problems.ts';
import { fieldNames } from './hi/field-names.ts';
import { unlock } from './hi/unlock.ts';
import { loanFields } from './hi/loan-fields.ts';
import { loanLife } from './hi/loan-life.ts';
import { contacts } from './hi/contacts.ts';
import { gate } from './hi/contact-gate.ts';
import { alerts } from './hi/alerts.ts';
import { dialer } from './hi/dialer.ts';
import { borrower } from './hi/borrower.ts';
import { fieldDay } from './hi/field-day.ts';
import { fieldLoan } from './hi/field-loan.ts';
import { outbox } from './hi/outbox.ts';
import { menu } from './hi/menu.ts';
import { offline } from './hi/offline.ts';
import { palette } from './hi/palette.ts';
import { table } from './hi/table.ts';
import { time } from './hi/time.ts';
import { toasts } from './hi/toasts.ts';
import { words } from './hi/words.ts';
import { widgets } from './hi/widgets.ts';

/**
 * The texts of the frame and of the phone's day, for which nobody waits longer than for the app itself; all screens of
 * `isEarly` routes find theirs here.
 */
export const early = {
  problems,
  fieldNames,
  menu,
  settlements,
  offline,
  palette,
  table,
  time,
  toasts,
  widgets,
  words,
  notifications,
  fieldDay,
  fieldLoan,
  outbox,
  alerts,
  dialer,
  borrower,
  contacts,
  gate,
  loanFields,
  loanLife,
  unlock,
  promises,
  receipts,
  money,
};
