import { Menu } from '@mantine/core';
import {
  IconCalendarTime,
  IconDeviceMobile,
  IconEdit,
  IconTrash,
  IconUserCheck,
  IconUserOff,
  IconUserShare,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { peopleCalls } from '../../../contract/people.ts';
import type { Person } from '../../../contract/person.ts';
import type { Role } from '../../../contract/roles.ts';
import { says } from '../../../contract/errors.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { DialogForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { editPath, hasAttendance, namesManager } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import { PersonRemovalDialog } from './person-removal-dialog.tsx';

const moveSchema = z.object({ managerId: z.string(says('manager-missing')) });

/** Asks for the manager to whom a collector or field agent moves with its loans. */
function PersonMoveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
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
        text="people.newManager"
        placeholder={t('people.findManager')}
        options={(managers.data ?? []).filter(({ value }) => value !== person.managerId)}
        asked={managers}
        nothingFound={t('people.noManager')}
      />
    </DialogForm>
  );
}

type Asked = 'move' | 'disable' | 'delete' | null;

interface ActionsProps {
  person: Person;
  kind: PersonKind;
  viewer: Role;
}

/** A row's menu: what can be done with the person by whoever looks at the list. */
export function PersonActions({ person, kind, viewer }: ActionsProps) {
  const t = useText();
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  return (
    <>
      <RowMenu label={t('words.actionsOf', { name: person.fullName })}>
        <LinkItems person={person} kind={kind} viewer={viewer} />
        {namesManager(person.role) && (
          <Menu.Item leftSection={<IconUserShare size={16} />} onClick={() => setAsked('move')}>
            {t('people.move')}
          </Menu.Item>
        )}
        <ActiveItem person={person} onDisable={() => setAsked('disable')} />
        <Menu.Item
          c="var(--rc-danger)"
          leftSection={<IconTrash size={16} />}
          onClick={() => setAsked('delete')}
        >
          {t('people.delete')}
        </Menu.Item>
      </RowMenu>
      {asked === 'move' && <PersonMoveDialog person={person} onClose={close} />}
      {(asked === 'disable' || asked === 'delete') && (
        <PersonRemovalDialog person={person} what={asked} onClose={close} />
      )}
    </>
  );
}

/** Other screens about the person, as far as the viewer's guard lets it in. */
function LinkItems({ person, kind, viewer }: ActionsProps) {
  const t = useText();
  const edit = editPath(kind, person, viewer);
  return (
    <>
      {edit !== null && (
        <Menu.Item component={Link} to={edit} leftSection={<IconEdit size={16} />}>
          {t('common.edit')}
        </Menu.Item>
      )}
      {viewer === 'ADMIN' && hasAttendance(person.role) && (
        <Menu.Item
          component={Link}
          to={`/attendance/${person._id}`}
          leftSection={<IconCalendarTime size={16} />}
        >
          {t('attendance.title')}
        </Menu.Item>
      )}
      {viewer === 'ADMIN' && namesManager(person.role) && (
        <Menu.Item
          component={Link}
          to={`/devices?search=${encodeURIComponent(person.username)}`}
          leftSection={<IconDeviceMobile size={16} />}
        >
          {t('people.devices')}
        </Menu.Item>
      )}
    </>
  );
}

function ActiveItem({ person, onDisable }: { person: Person; onDisable: () => void }) {
  const t = useText();
  const setActive = useCallCommand(peopleCalls.setPersonActive);
  if (person.isActive) {
    return (
      <Menu.Item leftSection={<IconUserOff size={16} />} onClick={onDisable}>
        {t('people.disable')}
      </Menu.Item>
    );
  }
  const enable = () =>
    whenDone(setActive.mutateAsync({ params: { id: person._id }, body: { isActive: true } }), () =>
      showSuccess(t('people.enabledToast', { name: person.fullName })),
    );
  return (
    <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={enable}>
      {t('people.enable')}
    </Menu.Item>
  );
}
