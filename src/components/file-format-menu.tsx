import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useText } from '../lib/texts/texts.ts';

/** What a menu of file formats shows and does. */
export interface FileFormatMenuProps {
  label: string;
  isBusy: boolean;
  onChoose: (format: 'xlsx' | 'csv') => void;
  size?: 'xs';
}

/** A button that asks in which format a file is wanted. */
export function FileFormatMenu({ label, isBusy, onChoose, size }: FileFormatMenuProps) {
  const t = useText();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          {...(size && { size })}
          loading={isBusy}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChoose('xlsx')}>{t('reportWords.exportXlsx')}</Menu.Item>
        <Menu.Item onClick={() => onChoose('csv')}>{t('reportWords.exportCsv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
