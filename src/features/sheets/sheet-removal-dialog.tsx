import { useState } from 'react';
import { sheetCalls } from '../../../contract/sheet.ts';
import type { Sheet, SheetRemoval, KeptLoan } from '../../../contract/sheet.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { SwitchField } from '../../components/check-field.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { dueColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { RemoteTable } from '../../components/remote-table.tsx';
import { useRemoteRows } from '../../data/remote-rows.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useRemoveSheet, useSheetRemoval, keptLoansOf } from './sheet-queries.ts';
import { useReopenSheet } from './use-reopen-sheet.ts';
import classes from './sheets.module.css';

const WHY = ['isWorked', 'isPromised', 'isAllocated', 'isPaid'] as const;

/** The loans of a sheet that are not untouched, by number, with who has them and why they are named. */
function KeptLoans({ sheetId }: { sheetId: string }) {
  const t = useText();
  const rows = useRemoteRows(keptLoansOf(sheetId));
  const columns = useColumns();
  return (
    <section aria-label={t('sheets.keptList')}>
      <h3 className={classes.heading}>{t('sheets.keptList')}</h3>
      <RemoteTable<KeptLoan>
        name="sheet-kept"
        label={t('sheets.keptList')}
        from={rows}
        columns={columns}
        rowId={(loan) => loan._id}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
      />
    </section>
  );
}

function useColumns(): DataColumn<KeptLoan>[] {
  const t = useText();
  return [
    textColumn('number', t('sheets.loanNumber'), (loan) => loan.Loan_ID, { isFixed: true }),
    textColumn('customer', t('words.borrower'), (loan) => loan.Customer_Name, { card: 'title' }),
    dueColumn('due', t('words.due'), { card: 'aside' }),
    textColumn('holder', t('loanImport.holder'), (loan) => loan.holderName ?? '–'),
    textColumn(
      'why',
      t('words.why'),
      (loan) =>
        WHY.filter((each) => loan[each])
          .map((each) => t(`sheets.${each}`))
          .join(', '),
      { card: 'line' },
    ),
  ];
}

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
        <p className="rc-quiet-words">{t('sheets.dropBody')}</p>
      )}
      {removal.updatedLoans > 0 && (
        <p className="rc-quiet-words">{t('sheets.updatesStay', { count: removal.updatedLoans })}</p>
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
      <p className="rc-quiet-words">
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
          {words !== '' && count > 0 && <dd className="rc-quiet-tiny">{words}</dd>}
          <dd className="rc-quiet-tiny">{t(`sheets.${key}Help`)}</dd>
        </div>
      ))}
    </dl>
  );
}
