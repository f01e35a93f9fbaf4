import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Role } from '../../../contract/roles.ts';
import { settlementCalls } from '../../../contract/settlement-calls.ts';
import type { SettlementAsk } from '../../../contract/settlement-machine.ts';
import type { SettlementAction, SettlementDetail } from '../../../contract/settlement.ts';
import { Awaited } from '../../components/loaded.tsx';
import { FileThumbs } from '../../components/file-thumb.tsx';
import { AsOf } from '../../components/as-of.tsx';
import { Notice } from '../../components/notice.tsx';
import { Columns, Page, PageHeader, Panel } from '../../components/page.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useScreenKeys } from '../../components/screen-keys.ts';
import type { ScreenKeys } from '../../components/screen-keys.ts';
import { useKeys } from '../../components/use-keys.ts';
import { useOnline } from '../../lib/use-online.ts';
import { loadContactFile } from '../../data/files.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DecisionDialog, useDecide } from './decision-dialogs.tsx';
import type { Decided } from './decision-dialogs.tsx';
import { useFollowUp } from './follow-up.ts';
import { useKeptCallQuery } from '../../data/kept-query.ts';
import { LetterDialog } from './letter-dialog.tsx';
import { Recommendation, SettlementRecordPanels, WaiverCost } from './settlement-record.tsx';
import {
  Instalments,
  Letters,
  LoanFacts,
  SettlementHistory,
  TermsFacts,
  closingOf,
} from './settlement-parts.tsx';
import { SettlementStands } from './settlement-words.tsx';
import classes from './settlements.module.css';

const LISTS: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/settlement',
  CLIENT_ADMIN: '/settlement',
  MANAGER: '/client-settalement-loans',
  CUSTOMER: '/settalement-loans',
  COLLECTOR: '/settlement/mine',
  FIELD_AGENT: '/settlement/mine',
};

/** `/approveLoan`, `/approveLoanByClient`, `/letterUploadByClient` with `?id=`: one settlement and what the reader may do. */
export function SettlementScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const backTo = LISTS[user.role] ?? '/';
  const settlement = useKeptCallQuery(
    settlementCalls.readSettlement,
    { params: { id } },
    { enabled: id !== '' },
  );
  if (id === '')
    return (
      <Page>
        <PageHeader title={t('settlements.one')} backTo={backTo} />
        <NotHere title={t('settlements.notHere')} body={t('settlements.chooseFirst')} />
      </Page>
    );
  if (settlement.data === undefined)
    return (
      <Page>
        <PageHeader title={t('settlements.one')} backTo={backTo} />
        {<Awaited of={settlement} kind="record" rows={10} />}
      </Page>
    );
  return (
    <Shown {...{ user, backTo }} settlement={settlement.data.data}>
      <AsOf at={settlement.asOf} error={settlement.error} />
    </Shown>
  );
}

function Shown(props: {
  user: LoggedInUser;
  settlement: SettlementDetail;
  backTo: string;
  children: ReactNode;
}) {
  const { user, settlement, backTo, children } = props;
  const t = useText();
  return (
    <Page>
      <PageHeader
        title={settlement.Customer_Name}
        tabTitle={settlement.Loan_ID}
        subtitle={`${settlement.Loan_ID} · ${settlement.Client_Name} · ${formatRupees(settlement.offeredAmount)}`}
        backTo={backTo}
      />
      <div className={classes.stands}>
        <SettlementStands settlement={settlement} />
      </div>
      {children}
      <Flags settlement={settlement} />
      <Actions user={user} settlement={settlement} />
      <Columns
        main={
          <>
            <Panel>
              <TermsFacts settlement={settlement} />
              <WaiverCost settlement={settlement} />
              {settlement.record === null && <LoanFacts settlement={settlement} />}
            </Panel>
            <Recommendation settlement={settlement} />
            <Panel title={t('settlements.instalments')}>
              <Instalments settlement={settlement} />
            </Panel>
            <Panel title={t('settlements.letters')}>
              <Letters settlement={settlement} />
            </Panel>
            {settlement.files.length > 0 && (
              <Panel title={t('settlements.documents')}>
                <FileThumbs files={settlement.files} load={loadContactFile} />
              </Panel>
            )}
            <SettlementRecordPanels settlement={settlement} />
          </>
        }
        side={
          <Panel title={t('words.history')}>
            <SettlementHistory settlement={settlement} />
          </Panel>
        }
      />
    </Page>
  );
}

function Flags({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  const isOnline = useOnline();
  return (
    <>
      <Closed settlement={settlement} />
      <Bounced settlement={settlement} />
      {settlement.isFlagged && <Notice tone="danger" title={t('settlements.flagged')} />}
      {settlement.isRestructuring && <Notice tone="warn" title={t('settlements.restructuring')} />}
      {!isOnline && <Notice tone="warn" title={t('settlements.offline')} />}
    </>
  );
}

/** Why one that nobody withdrew is over: it stands beside a state that would say that somebody did. */
function Closed({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  const [last] = settlement.events;
  const closing = last && closingOf(last);
  return closing === undefined ? null : (
    <Notice tone="info" title={t(`settlements.closed.${closing}`)} />
  );
}

/** Money that was counted as paid when the terms were agreed on and bounced since: more is due than they say. */
function Bounced({ settlement }: { settlement: SettlementDetail }) {
  const t = useText();
  const { bouncedAmount = 0, hasLetter } = settlement;
  if (bouncedAmount === 0) return null;
  return (
    <Notice tone="danger" title={t('settlements.bounced', { amount: formatRupees(bouncedAmount) })}>
      {t(hasLetter ? 'settlements.bouncedPaying' : 'settlements.bouncedOpen')}
    </Notice>
  );
}

const isDecided = (action: SettlementAction): action is Decided =>
  ['APPROVE', 'COUNTER', 'REJECT', 'WITHDRAW'].includes(action);

const KEYS = { a: 'APPROVE', c: 'COUNTER', r: 'REJECT' } as const;

const SCREEN_KEYS: ScreenKeys = {
  title: 'settlements.one',
  keys: [
    { keys: ['A'], text: 'settlements.action.APPROVE' },
    { keys: ['C'], text: 'settlements.action.COUNTER' },
    { keys: ['R'], text: 'settlements.action.REJECT' },
  ],
};

/** What is being decided, on what was seen: nobody else's decision takes the dialog away, or changes what is agreed to. */
interface Opened {
  readonly action: Decided | 'ISSUE_LETTER';
  /** Null, once it was refused: the settlement as it stands now. */
  readonly seen: SettlementDetail | null;
}

function Actions({ user, settlement }: { user: LoggedInUser; settlement: SettlementDetail }) {
  const t = useText();
  const isClient = user.role === 'CUSTOMER' || user.role === 'CLIENT_ADMIN';
  const [open, setOpen] = useState<Opened | null>(null);
  const decide = useDecide(isClient);
  const follow = useFollowUp(user.role);
  const { _id, revision, actions } = settlement;
  const handleClose = (isSaved: boolean) => {
    setOpen(null);
    if (isSaved) follow();
  };
  const handleAct = (action: SettlementAction) => {
    if (isDecided(action) || action === 'ISSUE_LETTER')
      return setOpen({ action, seen: settlement });
    if (action !== 'ACTIVATE' && action !== 'NUDGE') return;
    const done = () => {
      showSuccess(t(action === 'NUDGE' ? 'settlements.nudged' : 'toasts.updated'));
      if (action === 'ACTIVATE') follow();
    };
    decide.mutate({ _id, revision, action }, { onSuccess: done });
  };
  const press = (action: Decided) => () => {
    if (actions.includes(action)) handleAct(action);
  };
  useKeys({ a: press(KEYS.a), c: press(KEYS.c), r: press(KEYS.r) });
  useScreenKeys(SCREEN_KEYS);
  return (
    <>
      {actions.length > 0 && (
        <div className={classes.actions}>
          {actions.map((action, at) => (
            <ActionButton key={action} action={action} isMain={at === 0} onAct={handleAct} />
          ))}
        </div>
      )}
      {open?.action === 'ISSUE_LETTER' && (
        <LetterDialog settlement={open.seen ?? settlement} onClose={handleClose} />
      )}
      {open !== null && open.action !== 'ISSUE_LETTER' && (
        <DecisionDialog
          {...{ settlement: open.seen ?? settlement, isClient }}
          action={open.action}
          onRefused={() => setOpen({ ...open, seen: null })}
          onClose={handleClose}
        />
      )}
    </>
  );
}

function ActionButton(props: {
  action: SettlementAction;
  isMain: boolean;
  onAct: (action: SettlementAction) => void;
}) {
  const { action, isMain, onAct } = props;
  const t = useText();
  const isRefusal = action === 'REJECT' || action === 'WITHDRAW';
  return (
    <Button
      variant={isMain && !isRefusal ? 'filled' : 'default'}
      {...(isRefusal && { c: 'var(--rc-danger)' })}
      onClick={() => onAct(action)}
    >
      {t(`settlements.action.${action as SettlementAsk['action']}`)}
    </Button>
  );
}
