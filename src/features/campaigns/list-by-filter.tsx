import { Button, Modal } from '@mantine/core';
import { z } from 'zod';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { MOST_CHOSEN } from '../../../contract/campaign-list.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { TextField } from '../../components/form-field.tsx';
import { FieldRow, FormFrame, useSchemaForm } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useClientNames, useDispositionCodes } from '../../data/choices.ts';
import { text, useText } from '../../lib/texts/texts.ts';
import { LIST_TIMEOUT_MS } from './campaign-queries.ts';
import classes from './campaigns.module.css';

const MOST_AT_FIRST = 1000;
const days = z.number().int().min(0).max(100_000).nullable();

const formSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: () => text()('campaigns.needListName') })
    .max(120),
  client: z.string().nullable(),
  bucket: z.string().trim().max(200),
  minDPD: days,
  maxDPD: days,
  disposition: z.string().nullable(),
  most: z.number().int().min(1).max(MOST_CHOSEN),
});
type Values = z.infer<typeof formSchema>;

/** Makes a list of the active loans that match a client, buckets, days past due and the last disposition. */
export function ListByFilter({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const form = useSchemaForm(formSchema, {
    name: '',
    client: null,
    bucket: '',
    minDPD: null,
    maxDPD: null,
    disposition: null,
    most: MOST_AT_FIRST,
  });
  const choose = useBodyCommand(campaignCalls.chooseList, {
    timeoutMs: LIST_TIMEOUT_MS,
    onDone: ({ leadCount }) => {
      showSuccess(t('campaigns.listMade', { count: leadCount }));
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('campaigns.byFilter')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FormFrame
        form={form}
        label={t('campaigns.byFilter')}
        hasLeavePrompt={false}
        onSubmit={(values) => choose.mutate(choiceOf(campaign._id, values))}
        actions={
          <Button type="submit" loading={choose.isPending}>
            {t('campaigns.choose')}
          </Button>
        }
      >
        <TextField name="name" label={t('campaigns.listName')} isRequired />
        {campaign.clientId === null && <ClientField />}
        <TextField name="bucket" label={t('campaigns.bucket')} help={t('campaigns.several')} />
        <FieldRow>
          <NumberField name="minDPD" label={t('campaigns.dpdFrom')} />
          <NumberField name="maxDPD" label={t('campaigns.dpdTo')} />
        </FieldRow>
        <div className={classes.fields}>
          <DispositionField />
          <NumberField name="most" label={t('campaigns.most')} help={t('campaigns.mostHelp')} />
        </div>
      </FormFrame>
    </Modal>
  );
}

function ClientField() {
  const t = useText();
  const options = useClientNames().map((name) => ({ value: name, label: name }));
  return (
    <SelectField
      name="client"
      label={t('campaigns.client')}
      placeholder={t('campaigns.anyClient')}
      options={options}
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
      label={t('campaigns.disposition')}
      help={t('campaigns.dispositionHelp')}
      placeholder={t('common.any')}
      options={[{ value: 'NONE', label: t('campaigns.neverWorked') }, ...known]}
      isClearable
    />
  );
}

function choiceOf(campaignId: string, values: Values) {
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
