import { Button, Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Sheet, SheetRemoval } from '../../../contract/sheet.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { usePhone } from '../../components/use-phone.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { KeptLoans } from './kept-loans.tsx';
import { useRemoveSheet, useSheetRemoval } from './sheet-queries.ts';
import { useReopenSheet } from './use-reopen-sheet.ts';
import classes from './sheets.module.css';

interface DialogProps {
  sheet: Sheet;
  onClose: () => void;
}

/** Shows what taking back a whole sheet would do, loan by loan where it matters, and asks. */
export function SheetRemovalDialog({ sheet, onClose }: DialogProps) {
  const t = useText();
  const isPhone = usePhone();
  useFocusReturn();
  const removal = useSheetRemoval(sheet._id);
  return (
    <Modal
      opened
      size="xl"
      fullScreen={isPhone}
      onClose={onClose}
      title={t('sheets.removalTitle', { name: sheet.name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {removal.data !== undefined ? (
        <Decision sheet={sheet} removal={removal.data} onClose={onClose} />
      ) : removal.isError ? (
        <LoadProblem error={removal.error} onRetry={() => void removal.refetch()} />
      ) : (
        <LoadingState kind="record" rows={4} />
      )}
    </Modal>
  );
}

function Decision({ sheet, removal, onClose }: DialogProps & { removal: SheetRemoval }) {
  const t = useText();
  const [includeWorked, setIncludeWorked] = useState(false);
  const reopen = useReopenSheet();
  const remove = useRemoveSheet(() => {
    showUndo(t('toasts.sheetDeleted'), () => reopen.run(sheet));
    onClose();
  });
  const goes = removal.freeLoans + (includeWorked ? removal.keptLoans : 0);
  const holdsLoans = removal.broughtLoans > 0;
  const decide = () => remove.mutate({ _id: sheet._id, includeWorked });
  return (
    <div className={classes.dialog}>
      {holdsLoans ? (
        <Counts removal={removal} />
      ) : (
        <p className={classes.quiet}>{t('sheets.dropBody')}</p>
      )}
      {removal.updatedLoans > 0 && (
        <p className={classes.quiet}>{t('sheets.updatesStay', { count: removal.updatedLoans })}</p>
      )}
      {removal.keptLoans > 0 && (
        <Switch
          checked={includeWorked}
          onChange={(event) => setIncludeWorked(event.currentTarget.checked)}
          label={t('sheets.includeWorked', { count: removal.keptLoans })}
          description={t('sheets.includeWorkedHelp')}
        />
      )}
      {removal.keptLoans + removal.paidLoans > 0 && <KeptLoans sheetId={sheet._id} />}
      <p className={classes.quiet}>
        {t(holdsLoans && goes === 0 ? 'sheets.nothingGoes' : 'sheets.undoNote')}
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          color="red"
          loading={remove.isPending}
          disabled={holdsLoans && goes === 0}
          onClick={decide}
        >
          {holdsLoans ? t('sheets.confirm', { count: goes }) : t('sheets.confirmDrop')}
        </Button>
      </div>
    </div>
  );
}

function Counts({ removal }: { removal: SheetRemoval }) {
  const t = useText();
  const dues = (amount: number) => t('sheets.dues', { amount: formatRupees(amount) });
  const counts = [
    { key: 'goes', count: removal.freeLoans, dues: dues(removal.freeDues) },
    { key: 'kept', count: removal.keptLoans, dues: dues(removal.keptDues) },
    { key: 'paid', count: removal.paidLoans, dues: '' },
    { key: 'ended', count: removal.endedLoans, dues: '' },
  ] as const;
  return (
    <dl className={classes.counts}>
      {counts.map(({ key, count, dues: words }) => (
        <div key={key} className={classes.count}>
          <dt>{t(`sheets.${key}`)}</dt>
          <dd className={classes.figure}>{formatCount(count)}</dd>
          {words !== '' && count > 0 && <dd className={classes.help}>{words}</dd>}
          <dd className={classes.help}>{t(`sheets.${key}Help`)}</dd>
        </div>
      ))}
    </dl>
  );
}
