import { useState } from 'react';
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
  const [start, setStart] = useState<Start>(() => startOf(key, upload));
  // Another state counts its rows anew.
  if (start.key !== key) setStart(startOf(key, upload));
  const [seen, setSeen] = useState({ doneRows: upload.doneRows, atMs: start.atMs });
  if (seen.doneRows !== upload.doneRows) {
    setSeen({ doneRows: upload.doneRows, atMs: performance.now() });
  }
  const tookMs = seen.atMs - start.atMs;
  const gained = seen.doneRows - start.doneRows;
  if (upload.totalRows === null || gained <= 0 || tookMs < SURE_AFTER_MS) return null;
  const seconds = Math.ceil(((upload.totalRows - upload.doneRows) * tookMs) / gained / 1000);
  return seconds < 90
    ? t('loanImport.timeLeftSeconds', { count: seconds })
    : t('loanImport.timeLeftMinutes', { count: Math.ceil(seconds / 60) });
}

function startOf(key: string, upload: LoanImport): Start {
  return { key, atMs: performance.now(), doneRows: upload.doneRows };
}
