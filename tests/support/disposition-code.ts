import type { DispositionCode } from '../../contract/disposition.ts';

/** An outcome of a visit that asks for nothing, unless it is said otherwise. */
export const codeOf = (code: string, more: Partial<DispositionCode> = {}): DispositionCode => ({
  code,
  label: code,
  channel: 'FIELD',
  disposition_class: 'CONTACTED',
  needsAmount: false,
  needsDate: false,
  needsTime: false,
  needsPersonMet: false,
  sortOrder: 1,
  ...more,
});
