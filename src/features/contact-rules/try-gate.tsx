import { CONTACT_CHANNELS } from '../../../contract/contact-rules.ts';
import { z } from 'zod';
import { textSchema } from '../../../contract/values.ts';
import { ContactGateLine } from '../../components/contact-gate.tsx';
import { TextField } from '../../components/form-field.tsx';
import { Panel } from '../../components/page.tsx';
import { RowForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useTryGate } from './contact-rules-queries.ts';

const rules = z.object({ loanNumber: textSchema(100).min(1), channel: z.enum(CONTACT_CHANNELS) });

/** A loan number, and what the gate says of it now. */
export function TryGate() {
  const t = useText();
  const asked = useTryGate();
  return (
    <Panel title={t('contactRules.tryIt')}>
      <p className="rc-quiet-small">{t('contactRules.tryHelp')}</p>
      <RowForm
        label={t('contactRules.tryIt')}
        rules={rules}
        defaults={{ loanNumber: '', channel: 'CALL' }}
        save={asked.mutateAsync}
        submitLabel={t('contactRules.tryRun')}
      >
        <TextField name="loanNumber" text="words.loanNumber" autoComplete="off" />
        <SelectField
          name="channel"
          text="contactRules.tryChannel"
          options={CONTACT_CHANNELS.map((value) => ({ value, label: t(`gate.${value}`) }))}
        />
      </RowForm>
      <output>
        {asked.data === null && t('contactRules.tryNone')}
        {asked.data && <ContactGateLine gate={asked.data} />}
      </output>
    </Panel>
  );
}
