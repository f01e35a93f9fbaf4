import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { targetCalls, TARGET_SHEET_COLUMNS } from '../../../contract/target.ts';
import type { MonthTarget } from '../../../contract/target.ts';
import { confirmAction } from '../../components/confirm-dialog.tsx';
import { useThisMonth } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { SheetUploadDialog } from '../../components/sheet-upload-dialog.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { mayCall } from '../../data/may-call.ts';
import { formatRupees } from '../../lib/money.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { formatMonth, monthChoices } from '../../lib/months.ts';
import { ProposalDialog } from './proposal-dialog.tsx';
import { partOf, targetColumns } from './target-columns.tsx';
import { TargetDialog } from './target-dialog.tsx';

const FILTERS = { month: 'day', search: 'text' } as const;

type Dialog = 'add' | 'propose' | 'upload' | MonthTarget | null;

/** `/target-settings`, `/target-setting`: the month's targets in the person's scope, and what came of them. */
export function TargetsScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useListState(targetCalls.listTargets.query, FILTERS, { isSizeChosen: true });
  const thisMonth = useThisMonth();
  const month = url.asked.month ?? thisMonth;
  const targets = useCallQuery(
    targetCalls.listTargets,
    { query: { ...url.asked, month } },
    { keepsPrevious: true },
  );
  const [dialog, setDialog] = useState<Dialog>(null);
  const columns = useMemo(() => targetColumns(t), [t]);
  const months = monthChoices(8, 1);
  return (
    <ListPage<MonthTarget>
      name="targets"
      title={t('targets.title')}
      subtitle={t('targets.subtitle')}
      actions={<Actions onOpen={setDialog} />}
      isCounted
      columns={columns}
      list={targets}
      state={url}
      search={t('targets.search')}
      fields={[
        {
          kind: 'choice',
          key: 'month',
          label: t('words.month'),
          options: months,
          whenEmpty: thisMonth,
        },
      ]}
      rowLabel={(target) => `${target.ownerName ?? ''} ${partOf(target)}`.trim()}
      rowActions={actionsOf(user, setDialog)}
      empty={t('targets.empty')}
      emptyFiltered={t('targets.empty')}
    >
      <Dialogs
        dialog={latest(dialog, targets.data?.data)}
        month={month}
        user={user}
        onClose={() => setDialog(null)}
      />
    </ListPage>
  );
}

function Actions({ onOpen }: { onOpen: (dialog: Dialog) => void }) {
  const t = useText();
  return (
    <>
      <Button variant="default" onClick={() => onOpen('upload')}>
        {t('targets.upload')}
      </Button>
      {mayCall(targetCalls.proposeTargets) && (
        <Button variant="default" onClick={() => onOpen('propose')}>
          {t('targets.propose')}
        </Button>
      )}
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => onOpen('add')}>
        {t('targets.add')}
      </Button>
    </>
  );
}

function Dialogs(props: {
  dialog: Dialog;
  month: string;
  user: LoggedInUser;
  onClose: () => void;
}) {
  const { dialog, month, user, onClose } = props;
  if (dialog === null) return null;
  if (dialog === 'propose') return <ProposalDialog {...{ month, user, onClose }} />;
  if (dialog === 'upload') return <TargetUpload month={month} onClose={onClose} />;
  const target = dialog === 'add' ? null : dialog;
  const isOwnersOnly = user.role === 'MANAGER';
  return <TargetDialog {...{ month, target, isOwnersOnly, onClose }} />;
}

/** A manager's own target is set by those above. */
const actionsOf = (user: LoggedInUser, onOpen: (dialog: Dialog) => void) => (target: MonthTarget) =>
  user.role === 'MANAGER' && target.ownerId === user._id ? null : (
    <RowActions target={target} onOpen={onOpen} />
  );

function RowActions(props: { target: MonthTarget; onOpen: (dialog: Dialog) => void }) {
  const { target, onOpen } = props;
  const t = useText();
  const remove = useCallCommand(targetCalls.removeTarget, {
    changes: ['staff-dashboards'],
    gone: () => [target._id],
  });
  const ask = async () => {
    const isSure = await confirmAction({
      title: t('common.remove'),
      body: t('targets.removeBody', {
        who: [target.ownerName ?? t('words.everybody'), partOf(target)].filter(Boolean).join(' · '),
        month: formatMonth(target.month),
        amount: formatRupees(target.amount),
      }),
      confirmLabel: t('common.remove'),
      isDangerous: true,
    });
    if (isSure) remove.mutate({ params: { id: target._id } });
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => onOpen(target)}>
        {t('words.change')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => void ask()}>
        {t('common.remove')}
      </Button>
    </>
  );
}

/** Sets the targets of a sheet. */
function TargetUpload({ month, onClose }: { month: string; onClose: () => void }) {
  const t = useText();
  const upload = useCallCommand(targetCalls.uploadTargets, { changes: ['staff-dashboards'] });
  return (
    <SheetUploadDialog
      title={`${t('targets.upload')}, ${formatMonth(month)}`}
      fileLabel={t('targets.file')}
      columns={TARGET_SHEET_COLUMNS}
      onClose={onClose}
      send={(file) => upload.mutateAsync({ body: { month }, files: { file: [file] } })}
      done={({ count }) => t('targets.uploaded', { count })}
    />
  );
}
