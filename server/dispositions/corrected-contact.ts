import type { z } from 'zod';
import type { DispositionCode } from '../../contract/disposition.ts';
import type { dispositionCorrectionSchema } from '../../contract/disposition-change.ts';
import type { StoredDisposition } from './disposition-row.ts';
import type { ContactInput } from './disposition-rules.ts';

type Correction = z.output<typeof dispositionCorrectionSchema>;
type Said = Pick<
  StoredDisposition,
  'remarks' | 'personMet' | 'amountCollected' | 'promiseAmount' | 'onDate' | 'atTime'
>;

const reminds = (code: DispositionCode) =>
  code.disposition_class === 'PTP' || code.disposition_class === 'CALLBACK';

/** What stays of a contact under another code: only what that code has a place for. */
function keptUnder(stored: StoredDisposition, code: DispositionCode | null): Said {
  const { remarks, personMet } = stored;
  if (code === null || code.code === stored.code) return stored;
  const isPaid = code.disposition_class === 'PAID';
  return {
    remarks,
    personMet,
    amountCollected: isPaid ? stored.amountCollected : null,
    promiseAmount: code.needsAmount && !isPaid ? stored.promiseAmount : null,
    onDate: code.needsDate || reminds(code) ? stored.onDate : null,
    atTime: code.needsTime || reminds(code) ? stored.atTime : null,
  };
}

const orKept = <Value>(given: Value | null | undefined, kept: Value | null): Value | null =>
  given === undefined ? kept : given;

/** A contact as it would stand after a correction: as input for the rules, and as the row to store. */
export function mergedContact(
  stored: StoredDisposition,
  given: Correction,
  code: DispositionCode | null,
): { input: ContactInput; row: StoredDisposition } {
  const kept = keptUnder(stored, code);
  const said: Said = {
    remarks: orKept(given.remarks, kept.remarks),
    personMet: orKept(given.personMet, kept.personMet),
    amountCollected: orKept(given.amountCollected, kept.amountCollected),
    promiseAmount: orKept(given.promiseAmount, kept.promiseAmount),
    onDate: orKept(given.date, kept.onDate),
    atTime: orKept(given.time, kept.atTime),
  };
  const isCall = stored.channel === 'CALL';
  const row = {
    ...stored,
    ...said,
    code: code?.code ?? stored.code,
    dispositionClass: code?.disposition_class ?? stored.dispositionClass,
    callStatus: isCall ? (given.call_status ?? stored.callStatus) : null,
    duration: isCall ? (given.duration ?? stored.duration) : null,
    recordLink: isCall ? (given.recordlink ?? stored.recordLink) : null,
    dialledNumber: isCall ? (given.dialledNumber ?? stored.dialledNumber) : null,
  };
  const { paidOn } = given;
  const input = inputOf(row);
  return { input: paidOn && input.channel === 'CALL' ? { ...input, paidOn } : input, row };
}

function inputOf(row: StoredDisposition): ContactInput {
  const fields = {
    loanId: row.loanId,
    disposition: row.code,
    remarks: row.remarks ?? undefined,
    personMet: row.personMet ?? undefined,
    amountCollected: row.amountCollected ?? undefined,
    promiseAmount: row.promiseAmount ?? undefined,
    date: row.onDate ?? undefined,
    time: row.atTime?.slice(0, 5),
  };
  return row.channel === 'CALL'
    ? { channel: 'CALL', ...fields, call_status: row.callStatus ?? '' }
    : {
        channel: 'FIELD',
        ...fields,
        _id: row.id,
        position: row.position ?? { missingReason: 'UNAVAILABLE' },
      };
}
