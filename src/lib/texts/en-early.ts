import { notifications } from './en/notifications.ts';
import { promises } from './en/promises.ts';
import { settlements } from './en/settlements.ts';
import { receipts } from './en/receipts.ts';
import { money } from './en/money.ts';
import { problems } from './en/problems.ts';
import { fieldNames } from './en/field-names.ts';
import { unlock } from './en/unlock.ts';
import { loanFields } from './en/loan-fields.ts';
import { loanLife } from './en/loan-life.ts';
import { contacts } from './en/contacts.ts';
import { gate } from './en/contact-gate.ts';
import { alerts } from './en/alerts.ts';
import { dialer } from './en/dialer.ts';
import { borrower } from './en/borrower.ts';
import { fieldDay } from './en/field-day.ts';
import { fieldLoan } from './en/field-loan.ts';
import { outbox } from './en/outbox.ts';
import { menu } from './en/menu.ts';
import { offline } from './en/offline.ts';
import { palette } from './en/palette.ts';
import { table } from './en/table.ts';
import { time } from './en/time.ts';
import { toasts } from './en/toasts.ts';
import { words } from './en/words.ts';
import { widgets } from './en/widgets.ts';

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
