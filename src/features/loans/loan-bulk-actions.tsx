import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconChevronDown,
  IconMapPin,
  IconPhone,
  IconRestore,
  IconTrash,
  IconUserCog,
  IconMessages,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { TableSelection } from '../../components/data-table-column.ts';
import { askForMessages } from '../../components/message-request.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AssignDialog } from './assign-dialog.tsx';
import type { AssignKind, AssignTarget } from './assignment.ts';
import { ClosingDialog } from './closing-dialog.tsx';
import type { HandReason } from './loan-closing-queries.ts';
import type { LoanFilterInput } from './loan-filters.ts';
import { mayWithLoans } from './loan-queries.ts';
import type { SeenRevisions } from './seen-loans.ts';
import { useRestore } from './use-restore.ts';

interface BulkProps {
  selection: TableSelection;
  totalCount: number;
  seen: SeenRevisions;
  filter: LoanFilterInput;
  /** The instant the list was read. */
  asOf: string;
  onDone: () => void;
}

/** What was asked for: to whom, or from whom back. */
interface Asked {
  kind: AssignKind;
  isTakeBack: boolean;
  target: AssignTarget;
}

const KINDS = [
  { kind: 'manager', icon: IconUserCog, to: 'loans.toManager', from: 'loans.fromManager' },
  { kind: 'collector', icon: IconPhone, to: 'loans.toCollector', from: 'loans.fromCollector' },
  { kind: 'fieldAgent', icon: IconMapPin, to: 'loans.toFieldAgent', from: 'loans.fromFieldAgent' },
] as const;

/** Ends made by hand, which can be taken back by hand. */
const COMES_BACK: ReadonlySet<string> = new Set(['DELETED', 'WITHDRAWN']);

/** The bulk bar's buttons: allocate the selected loans or take them back, recall or delete them, bring deleted ones back. */
export function LoanBulkActions(props: BulkProps) {
  const { status } = props.filter;
  const shown = typeof status === 'string' ? [status] : (status ?? []);
  const isOver = shown.length > 0 && shown.every((one) => COMES_BACK.has(one));
  if (isOver && mayWithLoans('close')) return <RestoreAction {...props} />;
  return (
    <>
      {mayWithLoans('allocate') && <AllocateActions {...props} />}
      {mayWithLoans('message') && <MessageButton {...props} />}
      {mayWithLoans('close') && <ClosingActions {...props} />}
    </>
  );
}

function AllocateActions(props: BulkProps) {
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const kinds = KINDS.filter(({ kind }) => kind !== 'manager' || mayWithLoans('assignManager'));
  const ask = (kind: AssignKind, isTakeBack: boolean) =>
    setAsked({ kind, isTakeBack, target: targetOf(props) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('loans.allocate')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map(({ kind, icon: Icon, to }) => (
            <Menu.Item key={kind} leftSection={<Icon size={16} />} onClick={() => ask(kind, false)}>
              {t(to)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Label>{t('words.takeBack')}</Menu.Label>
          {kinds.map(({ kind, from }) => (
            <Menu.Item
              key={kind}
              leftSection={<IconArrowBackUp size={16} />}
              onClick={() => ask(kind, true)}
            >
              {t(from)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {asked !== null && (
        <AssignDialog {...asked} onClose={() => setAsked(null)} onDone={props.onDone} />
      )}
    </>
  );
}

const CLOSINGS = [
  { reason: 'WITHDRAWN', icon: IconArrowBackUp, verb: 'loanLife.recall' },
  { reason: 'DELETED', icon: IconTrash, verb: 'common.delete' },
] as const;

/** The lender recalls loans, or they were a mistake. */
function ClosingActions(props: BulkProps) {
  const t = useText();
  const [asked, setAsked] = useState<{ reason: HandReason; target: AssignTarget } | null>(null);
  return (
    <>
      {CLOSINGS.map(({ reason, icon: Icon, verb }) => (
        <Button
          key={reason}
          size="xs"
          variant="default"
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => setAsked({ reason, target: targetOf(props) })}
        >
          {t(verb)}
        </Button>
      ))}
      {asked !== null && (
        <ClosingDialog {...asked} onClose={() => setAsked(null)} onDone={props.onDone} />
      )}
    </>
  );
}

/** In a list of deleted or recalled loans: those chosen one by one come back. */
function RestoreAction({ selection, onDone }: BulkProps) {
  const t = useText();
  const restore = useRestore();
  const loanIds = [...selection.ids];
  return (
    <Button
      size="xs"
      loading={restore.isPending}
      disabled={selection.isAllMatching || loanIds.length === 0}
      leftSection={<IconRestore size={14} aria-hidden />}
      onClick={() => restore.run({ loanIds }, onDone)}
    >
      {t('loanLife.bringBack')}
    </Button>
  );
}

function targetOf({ selection, totalCount, seen, filter, asOf }: BulkProps): AssignTarget {
  if (selection.isAllMatching) return { kind: 'matching', filter, asOf, count: totalCount };
  const loans = [...selection.ids].map((_id) => {
    const revision = seen.current.get(_id);
    return revision === undefined ? { _id } : { _id, revision };
  });
  return { kind: 'loans', loans };
}

/** Sends one template to the borrowers of the selected loans. */
function MessageButton(props: {
  selection: TableSelection;
  totalCount: number;
  filter: LoanFilterInput;
}) {
  const t = useText();
  const { selection, totalCount, filter } = props;
  const ask = () =>
    selection.isAllMatching
      ? askForMessages({ matching: filter }, totalCount)
      : askForMessages({ loanIds: [...selection.ids] }, selection.ids.size);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconMessages size={14} aria-hidden />}
      onClick={ask}
    >
      {t('messages.message')}
    </Button>
  );
}
