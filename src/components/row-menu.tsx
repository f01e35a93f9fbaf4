import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './row-menu.module.css';

interface RowMenuProps {
  /** Whose actions these are, for those who do not see where the button stands. */
  label: string;
  isBusy?: boolean;
  /** The `Menu.Item`s. */
  children: ReactNode;
}

/** What can be done with a row, behind the three dots at its end. */
export function RowMenu({ label, isBusy = false, children }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.button}
          loading={isBusy}
          aria-label={label}
        >
          <IconDotsVertical size={18} stroke={1.8} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
