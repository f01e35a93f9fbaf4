import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Panel } from '../../components/page.tsx';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './clients.module.css';

/** The few portfolios or contact persons of a client: add, change, remove. Read-only without `isEditable`. */
export function ItemPanel<Item extends { readonly _id: string }>(props: {
  title: string;
  addLabel: string;
  empty: string;
  items: readonly Item[];
  isEditable: boolean;
  renderWords: (item: Item) => ReactNode;
  renderActions: (item: Item, onEdit: () => void) => ReactNode;
  /** Asks for a new one, or changes the given. */
  renderDialog: (item: Item | null, onClose: () => void) => ReactNode;
}) {
  const { items, isEditable } = props;
  const [edited, setEdited] = useState<Item | 'new' | null>(null);
  return (
    <Panel
      title={props.title}
      {...(isEditable && {
        actions: (
          <Button
            size="xs"
            className={classes.panelAction ?? ''}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            {props.addLabel}
          </Button>
        ),
      })}
    >
      {items.length === 0 ? (
        <p className="rc-quiet-small">{props.empty}</p>
      ) : (
        <ul className="rc-stack rc-plain-list">
          {items.map((item) => (
            <li key={item._id} className={classes.item}>
              <span className={classes.itemWords}>{props.renderWords(item)}</span>
              {isEditable && props.renderActions(item, () => setEdited(item))}
            </li>
          ))}
        </ul>
      )}
      {edited !== null &&
        props.renderDialog(edited === 'new' ? null : latest(edited, items), () => setEdited(null))}
    </Panel>
  );
}

/** What can be done with one of them. */
export function ItemActions(props: {
  name: string;
  onEdit?: () => void;
  onRemove?: () => void;
  isRemoving?: boolean;
  children?: ReactNode;
}) {
  const { name, onEdit, onRemove } = props;
  const t = useText();
  const button = { variant: 'subtle', size: 'xs', className: classes.panelAction ?? '' } as const;
  return (
    <span className="rc-row-4">
      {props.children}
      {onEdit && (
        <Button
          {...button}
          leftSection={<IconPencil size={15} aria-hidden />}
          aria-label={t('clients.editNamed', { name })}
          onClick={onEdit}
        >
          {t('common.edit')}
        </Button>
      )}
      {onRemove && (
        <Button
          {...button}
          color="gray"
          leftSection={<IconTrash size={15} aria-hidden />}
          aria-label={t('widgets.removeFile', { name })}
          loading={props.isRemoving === true}
          onClick={onRemove}
        >
          {t('common.remove')}
        </Button>
      )}
    </span>
  );
}
