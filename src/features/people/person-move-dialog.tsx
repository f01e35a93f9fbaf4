import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import { DialogForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';

const moveSchema = z.object({ managerId: z.string(says('manager-missing')) });

/** Asks for the manager to whom a collector or field agent moves with its loans. */
export function PersonMoveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText();
  const move = useCallCommand(peopleCalls.moveCollector);
  const managers = useManagerOptions('active');
  return (
    <DialogForm
      name="people.moveTitle"
      about={person._id}
      title={t('people.moveTitle', { name: person.fullName })}
      rules={moveSchema}
      defaults={{ managerId: null }}
      save={({ managerId }) =>
        move.mutateAsync({ params: { id: person._id }, body: { managerId } })
      }
      done={({ data, movedLoans }) =>
        t('people.movedToast', {
          name: data.fullName,
          manager: data.managerName ?? '',
          count: movedLoans,
        })
      }
      submitLabel={t('people.moveNow')}
      onClose={onClose}
    >
      <p>{t('people.moveBody', { count: person.loanCount, manager: person.managerName ?? '–' })}</p>
      <SelectField
        name="managerId"
        label={t('people.newManager')}
        placeholder={t('people.findManager')}
        options={(managers.data ?? []).filter(({ value }) => value !== person.managerId)}
        asked={managers}
        nothingFound={t('people.noManager')}
      />
    </DialogForm>
  );
}
