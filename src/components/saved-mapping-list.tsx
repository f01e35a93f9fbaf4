import { Menu } from '@mantine/core';
import { IconEdit, IconTrash } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import type { SavedMapping } from '../../contract/column-mapping.ts';
import { useText } from '../lib/texts/texts.ts';
import { whenDone } from '../lib/when-done.ts';
import { instantColumn, textColumn } from './columns.tsx';
import type { DataColumn } from './data-table-column.ts';
import { pageOfAll } from './list-state.ts';
import { List } from './list.tsx';
import { RowMenu } from './row-menu.tsx';
import { showUndo } from './toast-store.ts';

/** How a mapping is deleted, and put back as it was. */
interface Removal {
  readonly isPending: boolean;
  readonly remove: (saved: SavedMapping) => Promise<unknown>;
  readonly putBack: (saved: SavedMapping) => void;
}

type ListProps = ComponentProps<typeof List<SavedMapping>>;

interface Props extends Pick<
  ListProps,
  'name' | 'label' | 'state' | 'search' | 'fields' | 'empty'
> {
  mappings: Parameters<typeof pageOfAll<SavedMapping>>[0];
  /** What is said of the columns, between the client and who changed the mapping. */
  about: DataColumn<SavedMapping>;
  removal: Removal;
  /** Where, or how, a mapping is changed. */
  edit: { path: (saved: SavedMapping) => string } | { open: (saved: SavedMapping) => void };
  editLabel: string;
}

const editIcon = <IconEdit size={16} aria-hidden />;

/** Saved mappings, newest first: each can be changed, deleted and put back. */
export function SavedMappingList({ mappings, about, removal, edit, editLabel, ...list }: Props) {
  const t = useText();
  return (
    <List<SavedMapping>
      {...list}
      columns={[
        textColumn('name', t('loanMappings.name'), ({ name }) => name, { isFixed: true }),
        textColumn('client', t('words.client'), (saved) => saved.Client_Name, { card: 'line' }),
        about,
        textColumn('updatedBy', t('loanMappings.updatedBy'), (saved) => saved.updatedBy ?? '–'),
        instantColumn('updatedAt', t('loanMappings.updatedAt'), (saved) => saved.updatedAt),
      ]}
      list={pageOfAll(mappings, list.state)}
      rowLabel={(saved) => `${saved.name}, ${saved.Client_Name}`}
      {...('path' in edit && { rowHref: edit.path })}
      hasColumnChooser={false}
      rowActions={menuOf({ removal, edit, editLabel })}
    />
  );
}

type MenuProps = Pick<Props, 'removal' | 'edit' | 'editLabel'>;

const menuOf = (props: MenuProps) => (saved: SavedMapping) => (
  <MappingMenu saved={saved} {...props} />
);

function MappingMenu({ saved, removal, edit, editLabel }: MenuProps & { saved: SavedMapping }) {
  const t = useText();
  return (
    <RowMenu label={t('words.actionsOf', { name: saved.name })} isBusy={removal.isPending}>
      {'path' in edit ? (
        <Menu.Item component={Link} to={edit.path(saved)} leftSection={editIcon}>
          {editLabel}
        </Menu.Item>
      ) : (
        <Menu.Item onClick={() => edit.open(saved)} leftSection={editIcon}>
          {editLabel}
        </Menu.Item>
      )}
      <Menu.Item
        c="var(--rc-danger)"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() =>
          whenDone(removal.remove(saved), () =>
            showUndo(t('loanMappings.deleted', { name: saved.name }), () => removal.putBack(saved)),
          )
        }
      >
        {t('common.delete')}
      </Menu.Item>
    </RowMenu>
  );
}
