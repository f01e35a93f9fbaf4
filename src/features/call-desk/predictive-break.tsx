import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconCoffee } from '@tabler/icons-react';
import { useState } from 'react';
import { BREAK_REASONS } from '../../../contract/agent-seat.ts';
import type { AgentStand } from '../../../contract/predictive-call.ts';
import { useKeys } from '../../components/use-keys.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useSeat } from './predictive-queries.ts';

/** Asks for a break: at once while waiting, after the outcome during a call. B opens it. */
export function PredictiveBreak({ username, agent }: { username: string; agent: AgentStand }) {
  const t = useText();
  const { takeBreak } = useSeat(username);
  const [isOpen, setOpen] = useState(false);
  useKeys({ b: () => setOpen(true) });
  return (
    <Menu position="bottom-end" width={240} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Button
          variant="default"
          title="B"
          loading={takeBreak.isPending}
          leftSection={<IconCoffee size={16} aria-hidden />}
          rightSection={<IconChevronDown size={15} aria-hidden />}
        >
          {t('dialer.break')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('dialer.choose')}</Menu.Label>
        {BREAK_REASONS.map((breakName) => (
          <Menu.Item
            key={breakName}
            onClick={() => takeBreak.mutate({ breakName, processName: agent.processName })}
          >
            {t(`dialer.reasons.${breakName}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
