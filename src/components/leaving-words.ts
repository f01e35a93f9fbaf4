import type { TFunction } from 'i18next';
import type { LoanStatus } from '../../contract/loan.ts';

/** Why a loan left its reader's list: what it ended as; one that is still worked is not the reader's any more. */
export const leavingWords = (t: TFunction, status: LoanStatus): string =>
  status === 'ACTIVE' ? t('loanLife.notYours') : t(`loanLife.${status}`);
