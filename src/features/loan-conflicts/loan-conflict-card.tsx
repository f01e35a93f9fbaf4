import { Button } from '@mantine/core';
import { IconCheck, IconReplace } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useState } from 'react';
import type { LoanConflict } from '../../../contract/loan-conflict.ts';
import { RelativeTimeText } from '../../components/figure.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { errorWords } from '../../lib/error-words.ts';
import {
  loanPath,
  isChangedMeanwhile,
  isSettledAlready,
  useSettleConflict,
} from './loan-conflict-queries.ts';
import type { Settlement } from './loan-conflict-queries.ts';
import classes from './loan-conflicts.module.css';

/** Which key settles how, while the conflict has the focus. */
const KEYS: Readonly<Record<string, Settlement>> = { k: 'STANDING', t: 'OFFERED' };

/** One conflict: the two values side by side, who gave them and when, and a button for each. */
export function LoanConflictCard({
  conflict,
  onSettled,
}: {
  conflict: LoanConflict;
  onSettled: () => void;
}) {
  const t = useText();
  const { settle, pending, isChanged } = useSettle(conflict, onSettled);
  return (
    <li className={classes.card}>
      <ConflictHead conflict={conflict} />
      {isChanged && (
        <p className={classes.changed} role="alert">
          {t('loanConflicts.changedMeanwhile')}
        </p>
      )}
      <div className={classes.sides}>
        <Side side="STANDING" value={conflict.stands} by={<StandsBy {...conflict} />}>
          <SettleButton takes="STANDING" conflict={conflict} pending={pending} onSettle={settle} />
        </Side>
        <Side side="OFFERED" value={conflict.offered} by={<OfferedBy {...conflict} />}>
          <SettleButton takes="OFFERED" conflict={conflict} pending={pending} onSettle={settle} />
        </Side>
      </div>
    </li>
  );
}

/** The button of one side; while it or its sibling has the focus, K keeps and T takes. */
function SettleButton(props: {
  takes: Settlement;
  conflict: LoanConflict;
  pending: Settlement | null;
  onSettle: (takes: Settlement) => void;
}) {
  const t = useText();
  const { takes, conflict, pending, onSettle } = props;
  const isKeep = takes === 'STANDING';
  const Icon = isKeep ? IconCheck : IconReplace;
  const value = (isKeep ? conflict.stands : conflict.offered) || t('widgets.staleEmpty');
  const handleKey = (event: KeyboardEvent) => {
    const wanted = KEYS[event.key.toLowerCase()];
    if (wanted === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onSettle(wanted);
  };
  return (
    <Button
      {...(isKeep && { variant: 'default', 'data-keep': true })}
      loading={pending === takes}
      disabled={pending !== null && pending !== takes}
      leftSection={<Icon size={16} stroke={2} aria-hidden />}
      aria-label={t(isKeep ? 'loanConflicts.keepLong' : 'loanConflicts.takeLong', { value })}
      aria-keyshortcuts={isKeep ? 'k' : 't'}
      onKeyDown={handleKey}
      onClick={() => onSettle(takes)}
    >
      {t(isKeep ? 'loanConflicts.keep' : 'loanConflicts.take')}
    </Button>
  );
}

function ConflictHead({ conflict }: { conflict: LoanConflict }) {
  const t = useText();
  const path = loanPath(conflict);
  const name = conflict.Customer_Name;
  return (
    <div className={classes.head}>
      <h2 className={classes.field}>{t(`loanFields.${conflict.field}`)}</h2>
      <span className={classes.who}>
        {path === null ? name : <Link to={path}>{name}</Link>}
        <span>{conflict.Loan_ID}</span>
        {conflict.Client_Name !== null && <span>{conflict.Client_Name}</span>}
      </span>
    </div>
  );
}

function Side(props: {
  side: Settlement;
  value: string | null;
  by: ReactNode;
  children: ReactNode;
}) {
  const t = useText();
  const { value } = props;
  const isOffered = props.side === 'OFFERED';
  const isEmpty = value === null || value === '';
  const title = t(isOffered ? 'loanConflicts.offered' : 'loanConflicts.stands');
  return (
    <section className={classes.side} data-offered={isOffered || undefined} aria-label={title}>
      <h3 className={classes.sideTitle}>{title}</h3>
      <p className={classes.value} data-empty={isEmpty || undefined}>
        {isEmpty ? t(isOffered ? 'loanConflicts.wouldEmpty' : 'widgets.staleEmpty') : value}
      </p>
      <p className={classes.by}>{props.by}</p>
      <div className={classes.choose}>{props.children}</div>
    </section>
  );
}

function StandsBy({ standsBy, standsSince }: LoanConflict) {
  const t = useText();
  const who =
    standsBy === null ? t('loanConflicts.byImport') : t('words.byPerson', { name: standsBy });
  return <ByWhom who={who} when={standsSince} />;
}

function OfferedBy({ offeredBy, offeredAt }: LoanConflict) {
  const t = useText();
  const who =
    offeredBy === null
      ? t('loanConflicts.byUnknown')
      : t('words.byPerson', { name: offeredBy.name });
  return <ByWhom who={who} when={offeredAt} />;
}

function ByWhom({ who, when }: { who: string; when: string | null }) {
  return (
    <>
      {who}
      {when !== null && (
        <>
          {` · ${formatDayTime(when)} (`}
          <RelativeTimeText value={when} />)
        </>
      )}
    </>
  );
}

/** Settling one conflict: says how it ended; `isChanged` while the value that stands is another than the one decided on. */
function useSettle(
  conflict: LoanConflict,
  onSettled: () => void,
): { settle: (takes: Settlement) => void; pending: Settlement | null; isChanged: boolean } {
  const t = useText();
  const change = useSettleConflict();
  const [isChanged, setChanged] = useState(false);
  const settle = (takes: Settlement) => {
    if (change.isPending) return;
    setChanged(false);
    change.mutate(
      { conflict, takes },
      {
        onSuccess: () => {
          const field = t(`loanFields.${conflict.field}`);
          const key = takes === 'STANDING' ? 'keptToast' : 'takenToast';
          showSuccess(t(`loanConflicts.${key}`, { field, name: conflict.Customer_Name }));
          onSettled();
        },
        onError: (error) => {
          if (isChangedMeanwhile(error)) setChanged(true);
          else if (isSettledAlready(error)) showInfo(t('loanConflicts.settledAlready'));
          else showError(errorWords(error));
        },
      },
    );
  };
  return { settle, pending: change.isPending ? change.variables.takes : null, isChanged };
}
