import { z } from 'zod';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { MOST_CHOSEN } from '../../../contract/campaign-list.ts';
import { says } from '../../../contract/errors.ts';
import { textSchema } from '../../../contract/values.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useClientNames, useDispositionCodes } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { LIST_TIMEOUT_MS } from './campaign-queries.ts';
import classes from './campaigns.module.css';

const MOST_AT_FIRST = 1000;
const days = z.int().min(0).max(100_000).nullable();

/** As the inputs hold it; the call takes several clients and dispositions. */
const choiceSchema = z.object({
  name: textSchema(120).min(1, says('name-missing')),
  client: z.string().nullable(),
  bucket: textSchema(200),
  minDPD: days,
  maxDPD: days,
  disposition: z.string().nullable(),
  most: z.int().min(1).max(MOST_CHOSEN),
});

/** Makes a list of the active loans that match a client, buckets, days past due and the last disposition. */
export function ListByFilter({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const t = useText();
  const choose = useBodyCommand(campaignCalls.chooseList, { timeoutMs: LIST_TIMEOUT_MS });
  return (
    <DialogForm
      name="campaigns.byFilter"
      size="lg"
      title={t('campaigns.byFilter')}
      rules={choiceSchema}
      defaults={{
        name: '',
        client: null,
        bucket: '',
        minDPD: null,
        maxDPD: null,
        disposition: null,
        most: MOST_AT_FIRST,
      }}
      save={(values) => choose.mutateAsync(choiceOf(campaign._id, values))}
      done={({ leadCount }) => t('campaigns.listMade', { count: leadCount })}
      submitLabel={t('campaigns.choose')}
      onClose={onClose}
    >
      <TextField name="name" text="campaigns.listName" />
      {campaign.clientId === null && <ClientField />}
      <TextField name="bucket" text="words.bucket" help={t('campaigns.several')} />
      <FieldRow>
        <NumberField name="minDPD" text="words.dpdFrom" />
        <NumberField name="maxDPD" text="campaigns.dpdTo" />
      </FieldRow>
      <div className={classes.fields}>
        <DispositionField />
        <NumberField name="most" text="campaigns.most" />
      </div>
    </DialogForm>
  );
}

function ClientField() {
  const t = useText();
  const clients = useClientNames();
  return (
    <SelectField
      name="client"
      text="words.client"
      placeholder={t('campaigns.anyClient')}
      options={(clients.data ?? []).map((name) => ({ value: name, label: name }))}
      asked={clients}
      isClearable
    />
  );
}

/** The codes of calls and visits, and "never worked". */
function DispositionField() {
  const t = useText();
  const codes = useDispositionCodes();
  const known = (codes.data ?? []).map(({ code, label }) => ({
    value: code,
    label: dispositionWords(t, code, label),
  }));
  return (
    <SelectField
      name="disposition"
      text="campaigns.disposition"
      placeholder={t('common.any')}
      options={[{ value: 'NONE', label: t('words.neverWorked') }, ...known]}
      isClearable
    />
  );
}

function choiceOf(campaignId: string, values: z.output<typeof choiceSchema>) {
  const { name, client, bucket, minDPD, maxDPD, disposition, most } = values;
  return {
    campaignId,
    name,
    most,
    matching: {
      ...(client !== null && { client: [client] }),
      ...(bucket !== '' && { bucket }),
      ...(minDPD !== null && { minDPD }),
      ...(maxDPD !== null && { maxDPD }),
      ...(disposition !== null && { disposition: [disposition] }),
    },
  };
}
