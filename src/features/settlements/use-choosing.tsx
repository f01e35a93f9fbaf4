import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Role } from '../../../contract/roles.ts';
import type { Settlement } from '../../../contract/settlement.ts';
import { NO_SELECTION } from '../../components/data-table-column.ts';
import { useScreenKeys } from '../../components/screen-keys.ts';
import type { ScreenKeys } from '../../components/screen-keys.ts';
import { useKeys } from '../../components/use-keys.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DecideSeveralDialog } from './decide-several.tsx';
import type { SeveralAction } from './decide-several.tsx';
import { useFollowUp } from './follow-up.ts';
import type { DecidedOf } from './settlement-queries.ts';

interface Deciding {
  readonly action: SeveralAction;
  /** As they stood when the dialog opened: nobody else's change is agreed to unseen. */
  readonly seen: readonly Settlement[];
}

const QUEUE_KEYS: ScreenKeys = {
  title: 'menu.settlements',
  keys: [
    { keys: ['A'], text: 'settlements.keyApprove' },
    { keys: ['R'], text: 'settlements.keyReject' },
  ],
};

/**
 * Several settlements of a page that wait for the reader, decided at once by button or key. What was not decided stays
 * chosen, and what was typed for it is there when the dialog opens again.
 */
export function useChoosing(role: Role, isQueue: boolean, shown: readonly Settlement[]) {
  const isOnline = useOnline();
  const [chosen, setChosen] = useState(NO_SELECTION);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [typed, setTyped] = useState<Partial<Record<SeveralAction, string>>>({});
  const follow = useFollowUp(role);
  const canDecide = isQueue && shown.some(({ actions }) => actions.includes('REJECT'));
  const pickedFor = (action: SeveralAction) =>
    canDecide
      ? shown.filter(({ _id, actions }) => chosen.ids.has(_id) && actions.includes(action))
      : [];
  const open = (action: SeveralAction) => {
    const seen = pickedFor(action);
    if (seen.length > 0 && isOnline) setDeciding({ action, seen });
  };
  useKeys({ a: () => open('APPROVE'), r: () => open('REJECT') });
  useScreenKeys(QUEUE_KEYS);
  const handleDecided = (action: SeveralAction, { refused, unsent, remarks }: DecidedOf) => {
    const left = [...refused.map(({ settlement }) => settlement), ...unsent];
    setChosen({ ids: new Set(left.map(({ _id }) => _id)), isAllMatching: false });
    setTyped(left.length === 0 ? {} : { [action]: remarks });
  };
  const handleClose = ({ seen }: Deciding, isSaved: boolean) => {
    setDeciding(null);
    // With the queue empty the notifications follow.
    const isEmpty = shown.every(({ _id }) => seen.some((one) => one._id === _id));
    if (isSaved && isEmpty) follow();
  };
  const dialog = deciding !== null && (
    <DecideSeveralDialog
      action={deciding.action}
      settlements={deciding.seen}
      role={role}
      remarks={typed[deciding.action] ?? ''}
      onDecided={(outcome) => handleDecided(deciding.action, outcome)}
      onClose={(isSaved) => handleClose(deciding, isSaved)}
    />
  );
  const button = (action: SeveralAction) => (
    <BulkButton action={action} count={isOnline ? pickedFor(action).length : 0} onOpen={open} />
  );
  const choosing = canDecide && {
    // One that somebody else decided meanwhile is in no row: it does not count as chosen.
    selection: {
      ids: new Set(shown.map(({ _id }) => _id).filter((id) => chosen.ids.has(id))),
      isAllMatching: false,
    },
    onSelection: setChosen,
    isPageOnly: true,
    bulkActions: (
      <>
        {button('APPROVE')}
        {button('REJECT')}
      </>
    ),
  };
  return { choosing, dialog };
}

function BulkButton(props: {
  action: SeveralAction;
  count: number;
  onOpen: (action: SeveralAction) => void;
}) {
  const { action, count, onOpen } = props;
  const t = useText();
  return (
    <Button
      size="sm"
      disabled={count === 0}
      {...(action === 'REJECT' && { variant: 'default', c: 'var(--rc-danger)' })}
      onClick={() => onOpen(action)}
    >
      {t(`settlements.chosen.${action}`, { count })}
    </Button>
  );
}
