import { useState } from 'react';
import { sheetCalls } from '../../../contract/sheet.ts';
import type { Sheet, SheetRemoval } from '../../../contract/sheet.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { SwitchField } from '../../components/check-field.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { KeptLoans } from './kept-loans.tsx';
import { useRemoveSheet, useSheetRemoval } from './sheet-queries.ts';
import { useReopenSheet } from './use-reopen-sheet.ts';
import classes from './sheets.module.css';

/** Shows what taking back a whole sheet would do, loan by loan where it matters, and asks. */
export function SheetRemovalDialog({ sheet, onClose }: { sheet: Sheet; onClose: () => void }) {
  const t = useText();
  const removal = useSheetRemoval(sheet._id);
  return (
    <Dialog
      title={t('sheets.removalTitle', { name: sheet.name })}
      size="xl"
      isFullOnPhone
      onClose={onClose}
    >
      <Loaded of={removal} kind="record" rows={4}>
        {(data) => <Decision sheet={sheet} removal={data} />}
      </Loaded>
    </Dialog>
  );
}

function Decision({ sheet, removal }: { sheet: Sheet; removal: SheetRemoval }) {
  const t = useText();
  const [includeWorked, setIncludeWorked] = useState(false);
  const reopen = useReopenSheet();
  const remove = useRemoveSheet();
  const goes = removal.freeLoans + (includeWorked ? removal.keptLoans : 0);
  const holdsLoans = removal.broughtLoans > 0;
  return (
    <FormInDialog
      name="sheets.remove"
      rules={sheetCalls.removeSheet.body}
      defaults={{ _id: sheet._id, includeWorked: false }}
      hasLeavePrompt={false}
      save={remove.mutateAsync}
      onSaved={() => showUndo(t('toasts.sheetDeleted'), () => reopen.run(sheet))}
      submitLabel={holdsLoans ? t('sheets.confirm', { count: goes }) : t('sheets.confirmDrop')}
      isSubmitDisabled={holdsLoans && goes === 0}
      isDangerous
    >
      {holdsLoans ? (
        <Counts removal={removal} />
      ) : (
        <p className={classes.quiet}>{t('sheets.dropBody')}</p>
      )}
      {removal.updatedLoans > 0 && (
        <p className={classes.quiet}>{t('sheets.updatesStay', { count: removal.updatedLoans })}</p>
      )}
      {removal.keptLoans > 0 && (
        <SwitchField
          name="includeWorked"
          label={t('sheets.includeWorked', { count: removal.keptLoans })}
          help={t('sheets.includeWorkedHelp')}
          onChanged={(isOn) => setIncludeWorked(isOn === true)}
        />
      )}
      {removal.keptLoans + removal.paidLoans > 0 && <KeptLoans sheetId={sheet._id} />}
      <p className={classes.quiet}>
        {t(holdsLoans && goes === 0 ? 'sheets.nothingGoes' : 'sheets.undoNote')}
      </p>
    </FormInDialog>
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
