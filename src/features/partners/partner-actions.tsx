import { Menu } from '@mantine/core';
import { IconEdit, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Partner } from '../../../contract/partner.ts';
import { partnerCalls } from '../../../contract/partner.ts';
import { RowMenu } from '../../components/row-menu.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { PartnerRemovalDialog } from './partner-removal-dialog.tsx';

/** A row's menu: what can be done with the partner. */
export function PartnerActions({ partner }: { partner: Partner }) {
  const t = useText();
  const [asked, setAsked] = useState<'disable' | 'delete' | null>(null);
  const setActive = useCallCommand(partnerCalls.setPartnerActive);
  const enable = () =>
    whenDone(setActive.mutateAsync({ params: { id: partner._id }, body: { isActive: true } }), () =>
      showSuccess(t('partners.enabledToast', { firm: partner.firmName })),
    );
  return (
    <>
      <RowMenu label={t('partners.actionsOf', { firm: partner.firmName })}>
        <Menu.Item
          component={Link}
          to={`/partner/edit?id=${partner._id}`}
          leftSection={<IconEdit size={16} />}
        >
          {t('common.edit')}
        </Menu.Item>
        {partner.isActive ? (
          <Menu.Item leftSection={<IconUserOff size={16} />} onClick={() => setAsked('disable')}>
            {t('partners.disable')}
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconUserCheck size={16} />} onClick={enable}>
            {t('partners.enable')}
          </Menu.Item>
        )}
        <Menu.Item
          c="var(--rc-danger)"
          leftSection={<IconTrash size={16} />}
          onClick={() => setAsked('delete')}
        >
          {t('common.delete')}
        </Menu.Item>
      </RowMenu>
      {asked !== null && (
        <PartnerRemovalDialog partner={partner} what={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
