import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { ActivitySheet, RowOutcome } from '../../../contract/activity-sheet.ts';
import { paymentCalls } from '../../../contract/payment.ts';
import { Notice } from '../../components/notice.tsx';
import { AnotherSheet, SheetDecision, SheetHead } from '../../components/sheet-work.tsx';
import { RoundingNotice } from '../../components/rounding-notice.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { FileFormatMenu } from '../../components/file-format-menu.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatRupees } from '../../lib/money.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SheetCounts } from './sheet-counts.tsx';
import {
  useCancelSheet,
  useConfirmSheet,
  useReverseSheet,
  useDownloadRows,
} from './sheet-queries.ts';
import { SheetRows } from './sheet-rows.tsx';
import { STATE_TONES } from './sheet-tones.ts';
import classes from '../../components/sheet-work.module.css';

/** A sheet whose rows are decided: its counts, its rows, and what can be done with it. */
export function SheetReport({ sheet, onRestart }: { sheet: ActivitySheet; onRestart: () => void }) {
  const t = useText();
  const excess = Object.values(sheet.counts).reduce((sum, count) => sum + (count.excess ?? 0), 0);
  const [outcome, setOutcome] = useState<RowOutcome | null>(
    sheet.kind === 'SYSTEM_EXPORT' && sheet.counts['DIFFERENT'] ? 'DIFFERENT' : null,
  );
  return (
    <div className={classes.step}>
      <SheetHead
        fileName={sheet.fileName}
        from={sheet.Client_Name}
        chip={
          <StatusChip
            tone={STATE_TONES[sheet.state]}
            label={t(
              sheet.kind === 'SYSTEM_EXPORT'
                ? 'activitySheets.compared'
                : `activitySheets.${sheet.state}`,
            )}
          />
        }
      />
      {sheet.error !== null && <Notice tone="warn" isAlert title={fileWords(sheet.error)} />}
      {sheet.notes.map((note) => (
        <Notice key={note} tone="info" title={fileWords(note)} />
      ))}
      <RoundingNotice rounding={sheet.rounding} />
      {sheet.undatedRows > 0 && (
        <Notice tone="warn" title={t('activitySheets.undated', { count: sheet.undatedRows })}>
          {t('activitySheets.undatedBody')}
        </Notice>
      )}
      {sheet.state === 'PENDING' && excess > 0 && (
        <Notice tone="warn" title={t('activitySheets.excess', { amount: formatRupees(excess) })}>
          {t('activitySheets.excessBody')}
        </Notice>
      )}
      {sheet.reverseReason !== null && (
        <Notice
          tone="info"
          title={t('activitySheets.whyReversed', { reason: sheet.reverseReason })}
        />
      )}
      <SheetCounts sheet={sheet} chosen={outcome} onChoose={setOutcome} />
      <Actions sheet={sheet} outcome={outcome} onRestart={onRestart} />
      <SheetRows key={outcome} sheet={sheet} outcome={outcome} />
    </div>
  );
}

function Actions(props: {
  sheet: ActivitySheet;
  outcome: RowOutcome | null;
  onRestart: () => void;
}) {
  const { sheet, outcome, onRestart } = props;
  return (
    <div className={classes.actions}>
      {sheet.state === 'PENDING' && <Decide sheet={sheet} onRestart={onRestart} />}
      {sheet.state === 'DONE' && <Reverse sheet={sheet} />}
      <DownloadRows sheet={sheet} outcome={outcome} />
      {sheet.state !== 'PENDING' && <AnotherSheet onRestart={onRestart} />}
    </div>
  );
}

function Decide({ sheet, onRestart }: { sheet: ActivitySheet; onRestart: () => void }) {
  const t = useText();
  const post = useConfirmSheet();
  const drop = useCancelSheet();
  const { taken: rows, amount } = sheet.sums;
  const isMoney = sheet.kind !== 'ALLOCATION';
  return (
    <SheetDecision
      sheetId={sheet._id}
      rows={rows}
      takeLabel={t(isMoney ? 'activitySheets.confirmMoney' : 'activitySheets.confirmLoans', {
        count: rows,
      })}
      isTaking={post.isPending}
      onTake={() => post.mutate(sheet)}
      drop={drop}
      onDropped={onRestart}
    >
      {rows === 0 ? t('activitySheets.nothingToPost') : isMoney && formatRupees(amount)}
    </SheetDecision>
  );
}

function Reverse({ sheet }: { sheet: ActivitySheet }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (sheet.kind !== 'PAYMENT' && sheet.kind !== 'BANK_PAID') return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('activitySheets.reverseSheet')}
      </Button>
      {isOpen && <Reversal sheetId={sheet._id} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What is taken back is what still stands: single payments of the sheet may have been reversed since it was posted. */
function Reversal({ sheetId, onClose }: { sheetId: string; onClose: () => void }) {
  const t = useText();
  const reverse = useReverseSheet();
  const standing = useCallQuery(paymentCalls.listPayments, { query: { sheetId, pageSize: 1 } });
  const amount = standing.data?.amount;
  return (
    <ReasonDialog
      name="activitySheets.reverseSheet"
      about={sheetId}
      title={t('activitySheets.reverseSheet')}
      {...(amount !== undefined && {
        body: t('activitySheets.reverseSheetBody', { amount: formatRupees(amount) }),
      })}
      label={t('activitySheets.reason')}
      action={t('activitySheets.reverse')}
      most={500}
      save={(reason) => reverse.mutateAsync({ sheetId, reason })}
      isSubmitDisabled={amount === undefined}
      onClose={onClose}
    />
  );
}

/** Rows as a file with their reasons: those that are shown, else all that are not taken. Nothing when there are none. */
function DownloadRows({ sheet, outcome }: { sheet: ActivitySheet; outcome: RowOutcome | null }) {
  const t = useText();
  const download = useDownloadRows();
  const count = outcome === null ? sheet.sums.left : (sheet.counts[outcome]?.rows ?? 0);
  if (count === 0) return null;
  const save = (format: 'csv' | 'xlsx') =>
    download.mutate({
      params: { id: sheet._id },
      query: { format, ...(outcome !== null && { outcome }) },
    });
  return (
    <FileFormatMenu
      label={
        outcome === null
          ? t('activitySheets.downloadLeft', { count })
          : t('activitySheets.downloadShown', { count })
      }
      isBusy={download.isPending}
      onChoose={save}
    />
  );
}
