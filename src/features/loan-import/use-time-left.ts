import { useEffect, useRef, useState } from 'react';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { useText } from '../../lib/texts/texts.ts';

const SURE_AFTER_MS = 2000;

/** The first rows seen in a state, from which the speed is reckoned. */
interface Start {
  key: string;
  atMs: number;
  doneRows: number;
}

/** How long an upload's present work will still take, in words; null while nobody can tell. */
export function useTimeLeft(upload: LoanImport): string | null {
  const t = useText();
  const key = `${upload._id}:${upload.state}`;
  const start = useRef<Start | null>(null);
  const [seconds, setSeconds] = useState<number | null>(null);
  useEffect(() => {
    // Another state counts its rows anew.
    if (start.current?.key !== key) {
      start.current = { key, atMs: performance.now(), doneRows: upload.doneRows };
    }
    setSeconds(secondsLeft(start.current, upload));
  }, [key, upload]);
  if (seconds === null) return null;
  return seconds < 90
    ? t('loanImport.timeLeftSeconds', { count: seconds })
    : t('loanImport.timeLeftMinutes', { count: Math.ceil(seconds / 60) });
}

/** At the speed since the start; null while that says nothing yet. */
function secondsLeft(start: Start, upload: LoanImport): number | null {
  const tookMs = performance.now() - start.atMs;
  const gained = upload.doneRows - start.doneRows;
  if (upload.totalRows === null || gained <= 0 || tookMs < SURE_AFTER_MS) return null;
  return Math.ceil(((upload.totalRows - upload.doneRows) * tookMs) / gained / 1000);
}
