import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { DEFAULT_CAMPAIGN, campaignSettingsSchema } from '../../../contract/campaign.ts';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useClientOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CAMPAIGNS_PATH, campaignPath } from './campaign-words.ts';
import { SettingsFields } from './settings-fields.tsx';

const formSchema = campaignSettingsSchema.extend({ clientId: z.string().nullable() });

/** A new campaign, with careful settings to begin with. A lender's admin makes its own only. */
export function NewCampaign({ isAgency }: { isAgency: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const form = useSchemaForm(formSchema, { ...DEFAULT_CAMPAIGN, clientId: null });
  const create = useBodyCommand(campaignCalls.createCampaign, {
    onDone: (campaign) => {
      showSuccess(t('campaigns.created'));
      void navigate(campaignPath(campaign._id), { replace: true });
    },
  });
  return (
    <Page width="form">
      <PageHeader title={t('campaigns.newCampaign')} backTo={CAMPAIGNS_PATH} />
      <FormFrame
        form={form}
        label={t('campaigns.newCampaign')}
        onSubmit={(values) =>
          create.mutateAsync(values).then(
            () => undefined,
            () => undefined,
          )
        }
        actions={
          <Button type="submit" loading={create.isPending}>
            {t('common.save')}
          </Button>
        }
      >
        <SettingsFields series={null}>{isAgency && <ClientField />}</SettingsFields>
      </FormFrame>
    </Page>
  );
}

function ClientField() {
  const t = useText();
  const options = useClientOptions();
  return (
    <SelectField
      name="clientId"
      label={t('campaigns.client')}
      placeholder={t('campaigns.anyClient')}
      options={options}
      isClearable
    />
  );
}
