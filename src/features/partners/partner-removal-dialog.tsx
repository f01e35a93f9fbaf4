import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import type { Partner, PartnerRemoval } from '../../../contract/partner.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { FactGroup } from '../../components/facts.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './partners.module.css';

interface DialogProps {
  partner: Partner;
  what: 'disable' | 'delete';
  onClose: () => void;
}

/** Shows what hangs on a partner before it is disabled or deleted, and asks who takes it over. */
export function PartnerRemovalDialog(props: DialogProps) {
  const { partner, what, onClose } = props;
  const t = useText();
  useFocusReturn();
  const removal = useCallQuery(
    partnerCalls.readPartnerRemoval,
    { params: { id: partner._id } },
    { ...readWhenOpened, select: (answer) => answer.data },
  );
  const title = t(what === 'delete' ? 'partners.deleteTitle' : 'partners.disableTitle', {
    firm: partner.firmName,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {removal.data !== undefined ? (
        <Decision {...props} removal={removal.data} />
      ) : removal.isError ? (
        <LoadProblem error={removal.error} onRetry={() => void removal.refetch()} />
      ) : (
        <LoadingState kind="record" rows={4} />
      )}
    </Modal>
  );
}

function Decision({ partner, what, onClose, removal }: DialogProps & { removal: PartnerRemoval }) {
  const t = useText();
  const { successorId, choose, problem, decide, isBusy } = useDecision(
    partner,
    what,
    removal,
    onClose,
  );
  const asksSuccessor = what === 'delete' && removal.needsSuccessor;
  return (
    <div className={classes.dialog}>
      <Consequences removal={removal} />
      <p className={classes.quiet}>
        {t(what === 'delete' ? 'partners.deleteBody' : 'partners.disableBody')}
      </p>
      {asksSuccessor && (
        <Select
          label={t('partners.successor')}
          description={t('partners.successorHelp')}
          placeholder={t('partners.chooseSuccessor')}
          withAsterisk
          searchable={removal.successors.length > 8}
          data={removal.successors.map(({ _id, fullName, role, firmName }) => ({
            value: _id,
            label:
              role === 'PARTNER' ? (firmName ?? fullName) : t('partners.admin', { name: fullName }),
          }))}
          value={successorId}
          onChange={choose}
          error={problem}
        />
      )}
      <div className={classes.dialogActions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color={what === 'delete' ? 'red' : 'teal'} loading={isBusy} onClick={decide}>
          {t(what === 'delete' ? 'partners.delete' : 'partners.disable')}
        </Button>
      </div>
    </div>
  );
}

function Consequences({ removal }: { removal: PartnerRemoval }) {
  const t = useText();
  return (
    <FactGroup
      title={t('partners.consequences')}
      facts={[
        { label: t('partners.managerCount'), value: formatCount(removal.managerCount) },
        { label: t('partners.agentCount'), value: formatCount(removal.agentCount) },
        { label: t('partners.clientCount'), value: formatCount(removal.clientCount) },
        { label: t('partners.loanCount'), value: formatCount(removal.loanCount) },
        { label: t('partners.dueAmount'), value: formatRupees(removal.dueAmount) },
      ]}
    />
  );
}

/** The choice of who takes over, and carrying the decision out. */
function useDecision(
  { _id: id, firmName: firm }: Partner,
  what: DialogProps['what'],
  removal: PartnerRemoval,
  onClose: () => void,
) {
  const t = useText();
  const [successorId, setSuccessorId] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = useCallCommand(partnerCalls.removePartner);
  const setActive = useCallCommand(partnerCalls.setPartnerActive);
  const told = (words: string) => ({
    onSuccess: () => {
      showSuccess(words);
      onClose();
    },
  });
  return {
    successorId,
    problem,
    isBusy: remove.isPending || setActive.isPending,
    choose: (chosen: string | null) => {
      setSuccessorId(chosen);
      setProblem(null);
    },
    decide: () => {
      if (what === 'disable')
        setActive.mutate(
          { params: { id }, body: { isActive: false } },
          told(t('partners.disabledToast', { firm })),
        );
      else if (removal.needsSuccessor && successorId === null)
        setProblem(t('partners.successorMissing'));
      else
        remove.mutate(
          { params: { id }, query: successorId === null ? {} : { successorId } },
          told(t('partners.deletedToast', { firm })),
        );
    },
  };
}
