import { MODEL_SIGNS, STAGES } from '../../contract/prediction.ts';
import type { Stage } from '../../contract/prediction.ts';
import type { LoanMonth } from './loan-history.ts';

/** Signs of a row. */
export const WIDTH = MODEL_SIGNS.length;

/** Loan-months side by side, as they go to the thread that trains. */
export interface TrainingRows {
  readonly count: number;
  /** `WIDTH` each. */
  readonly signs: Float32Array<ArrayBuffer>;
  /** Which month, counted from the oldest. */
  readonly months: Uint8Array<ArrayBuffer>;
  /** Which of STAGES. */
  readonly stages: Uint8Array<ArrayBuffer>;
  /** Whole rupees. */
  readonly due: Float64Array<ArrayBuffer>;
  readonly paid: Float64Array<ArrayBuffer>;
  /** Which group; -1: none. */
  readonly groups: Int16Array<ArrayBuffer>;
}

/** What a row takes. */
export interface TrainingRow {
  readonly signs: readonly number[];
  readonly month: number;
  readonly stage: Stage;
  readonly dueAmount: number;
  readonly paidAmount: number;
  readonly group: number;
}

/** A loan-month as a row. */
export const rowOf = (loan: LoanMonth, month: number, group = -1): TrainingRow => ({
  signs: loan.signs,
  month,
  stage: loan.stage,
  dueAmount: loan.dueAmount,
  paidAmount: loan.paidAmount,
  group,
});

const emptyRows = (count: number): TrainingRows => ({
  count,
  signs: new Float32Array(count * WIDTH),
  months: new Uint8Array(count),
  stages: new Uint8Array(count),
  due: new Float64Array(count),
  paid: new Float64Array(count),
  groups: new Int16Array(count),
});

/** Rows side by side. */
export function packRows(rows: readonly TrainingRow[]): TrainingRows {
  const packed = emptyRows(rows.length);
  for (const [at, row] of rows.entries()) {
    packed.signs.set(row.signs, at * WIDTH);
    packed.months[at] = row.month;
    packed.stages[at] = STAGES.indexOf(row.stage);
    packed.due[at] = Math.max(0, row.dueAmount);
    packed.paid[at] = row.paidAmount;
    packed.groups[at] = row.group;
  }
  return packed;
}

/** Several packs as one. */
export function joinRows(packs: readonly TrainingRows[]): TrainingRows {
  const count = packs.reduce((sum, pack) => sum + pack.count, 0);
  const all = emptyRows(count);
  let at = 0;
  for (const pack of packs) {
    all.signs.set(pack.signs, at * WIDTH);
    all.months.set(pack.months, at);
    all.stages.set(pack.stages, at);
    all.due.set(pack.due, at);
    all.paid.set(pack.paid, at);
    all.groups.set(pack.groups, at);
    at += pack.count;
  }
  return all;
}

/** 1: paid something within 30 days. */
export const labelOf = ({ paid }: TrainingRows, at: number): 0 | 1 => ((paid[at] ?? 0) > 0 ? 1 : 0);

/** Of what was due, the share that came. */
export const paidShareOf = ({ paid, due }: TrainingRows, at: number): number =>
  Math.min(1, (paid[at] ?? 0) / Math.max(1, due[at] ?? 0));

/** The signs of some rows, side by side. */
export function signsOf({ signs }: TrainingRows, rows: readonly number[]): Float32Array {
  const chosen = new Float32Array(rows.length * WIDTH);
  for (const [place, at] of rows.entries())
    chosen.set(signs.subarray(at * WIDTH, (at + 1) * WIDTH), place * WIDTH);
  return chosen;
}
