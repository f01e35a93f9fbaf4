import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CONTACT_CHANNELS } from '../../../contract/contact-rules.ts';
import type { ContactChannel } from '../../../contract/contact-rules.ts';
import { ContactGateLine } from '../../components/contact-gate.tsx';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useTryGate } from './contact-rules-queries.ts';
import classes from './contact-rules.module.css';

/** A loan number, and what the gate says of it now. */
export function TryGate() {
  const t = useText();
  const asked = useTryGate();
  const [loanNumber, setLoanNumber] = useState('');
  const [channel, setChannel] = useState<ContactChannel>('CALL');
  return (
    <Panel title={t('contactRules.tryIt')}>
      <p className={classes.quiet}>{t('contactRules.tryHelp')}</p>
      <form
        className={classes.row}
        onSubmit={(event) => {
          event.preventDefault();
          if (loanNumber.trim() !== '') asked.mutate({ loanNumber: loanNumber.trim(), channel });
        }}
      >
        <TextInput
          label={t('contactRules.tryLoan')}
          value={loanNumber}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setLoanNumber(event.currentTarget.value)}
        />
        <Select
          label={t('contactRules.tryChannel')}
          data={CONTACT_CHANNELS.map((value) => ({ value, label: t(`gate.${value}`) }))}
          value={channel}
          allowDeselect={false}
          onChange={(value) =>
            setChannel(CONTACT_CHANNELS.find((each) => each === value) ?? 'CALL')
          }
        />
        <Button type="submit" variant="default" loading={asked.isPending}>
          {t('contactRules.tryRun')}
        </Button>
      </form>
      <output>
        {asked.data === null && t('contactRules.tryNone')}
        {asked.data && <ContactGateLine gate={asked.data} />}
      </output>
    </Panel>
  );
}
