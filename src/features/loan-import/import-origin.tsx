import type { LoanImport } from '../../../contract/loan-import.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import work from '../../components/sheet-work.module.css';

/** Where an upload's loans come from: the client, the file when the sheet has another name, the workbook's sheet, the period. */
export function ImportOrigin({ upload }: { upload: LoanImport }) {
  const t = useText();
  const { Client_Name: client, name, fileName, sheetName, periodEndsOn, asOf } = upload;
  const parts = [
    client,
    name === fileName ? '' : fileName,
    sheetName === null ? '' : t('loanImport.ofSheet', { name: sheetName }),
    asOf === null ? '' : t('loanImport.asOfDay', { day: formatDay(asOf) }),
    periodEndsOn === null ? '' : t('loanImport.untilDay', { day: formatDay(periodEndsOn) }),
  ];
  return <p className={work.quiet}>{parts.filter(Boolean).join(' · ')}</p>;
}
