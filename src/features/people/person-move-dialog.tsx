import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './people.module.css';

interface Moved {
  data: Person;
  movedLoans: number;
}

/** Asks for the manager to whom a collector or field agent moves with its loans. */
export function PersonMoveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const move = useCallCommand(peopleCalls.moveCollector);
  const managers = useManagerOptions('active').data ?? [];
  const [managerId, setManagerId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const tell = ({ data, movedLoans }: Moved) => {
    const names = { name: data.fullName, manager: data.managerName ?? '' };
    showSuccess(t('people.movedToast', { ...names, count: movedLoans }));
    onClose();
  };
  const submit = () => {
    setTried(true);
    if (managerId !== null)
      move.mutate({ params: { id: person._id }, body: { managerId } }, { onSuccess: tell });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('people.moveTitle', { name: person.fullName })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p>
          {t('people.moveBody', { count: person.loanCount, manager: person.managerName ?? '–' })}
        </p>
        <Select
          data-autofocus
          label={t('people.newManager')}
          placeholder={t('people.findManager')}
          data={managers.filter(({ value }) => value !== person.managerId)}
          searchable
          withAsterisk
          nothingFoundMessage={t('people.noManager')}
          error={isTried && managerId === null ? t('people.problems.manager') : null}
          value={managerId}
          onChange={setManagerId}
          comboboxProps={{ shadow: 'md' }}
        />
        <div className={classes.dialogActions}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={move.isPending}>
            {t('people.moveNow')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
