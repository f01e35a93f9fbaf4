import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { useAskedChoices } from '../../components/asked-choices.tsx';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { peopleChoices } from '../../components/filter-control.tsx';
import { Panel } from '../../components/page.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useAssignees, useLenders } from '../../data/choices.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useRecall, useRecallCount } from './allocation-queries.ts';
import type { Recall, RunKind } from './allocation-queries.ts';
import { KindChoice } from './kind-choice.tsx';
import { ROLE_OF } from './run-words.ts';
import classes from './auto-allocation.module.css';

/** Takes the loans of one person back, of one lender or all; a lender's own recall happens in the list of loans. */
export function RecallPanel({ user, kinds }: { user: LoggedInUser; kinds: readonly RunKind[] }) {
  const t = useText();
  const [kind, setKind] = useState<RunKind>('COLLECTOR');
  const [personId, setPersonId] = useState<string | null>(null);
  const [client, setClient] = useState<string | null>(null);
  const people = useAssignees(ROLE_OF[kind]);
  const words = useAskedChoices(people, t('autoAllocation.noPerson'));
  const ofKind = people.data ?? [];
  const clients = useLenders();
  const person = ofKind.find((each) => each._id === personId);
  return (
    <Panel title={t('autoAllocation.recall')}>
      <div className={classes.step}>
        <p className="rc-quiet">{t('autoAllocation.recallHelp')}</p>
        <KindChoice
          kinds={kinds}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setPersonId(null);
          }}
        />
        <div className={classes.filters}>
          <Select
            label={t('autoAllocation.recallPerson')}
            placeholder={t('loans.findPerson')}
            data={peopleChoices(ofKind)}
            searchable
            {...words}
            value={personId}
            onChange={setPersonId}
          />
          <Select
            label={t('autoAllocation.recallOf')}
            placeholder={t('common.all')}
            data={clients}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('common.clear') }}
            value={client}
            onChange={setClient}
          />
        </div>
        {person !== undefined && (
          <RecallButton
            recall={{ kind, personId: person._id, client }}
            personName={person.fullName}
          />
        )}
        <p className="rc-quiet">
          {t('autoAllocation.recallLender')}{' '}
          <Link to={user.role === 'MANAGER' ? '/all-loans' : '/loans'}>
            {t('autoAllocation.toLoans')}
          </Link>
        </p>
      </div>
    </Panel>
  );
}

function RecallButton({ recall, personName }: { recall: Recall; personName: string }) {
  const t = useText();
  const ask = useConfirm();
  const found = useRecallCount(recall);
  const take = useRecall();
  const count = found.data?.totalCount;
  if (count === undefined) return <output>{t('autoAllocation.counting')}</output>;
  if (count === 0) return <output>{t('autoAllocation.recallNone')}</output>;
  const loans = formatCount(count);
  const send = async () => {
    const isConfirmed = await ask({
      title: t('autoAllocation.undoTitle'),
      body: t('autoAllocation.recallBody', { count, loans, person: personName }),
      confirmLabel: t('autoAllocation.recallButton', { count, loans }),
    });
    if (isConfirmed)
      whenDone(take.mutateAsync({ recall, asOf: found.data?.asOf ?? '' }), ({ allocated }) =>
        showSuccess(
          t('autoAllocation.undoneTitle', { count: allocated, loans: formatCount(allocated) }),
        ),
      );
  };
  return (
    <div className={classes.actions}>
      <Button variant="default" loading={take.isPending} onClick={() => void send()}>
        {t('autoAllocation.recallButton', { count, loans })}
      </Button>
    </div>
  );
}
