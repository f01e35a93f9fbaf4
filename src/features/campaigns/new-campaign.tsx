import { useNavigate } from 'react-router-dom';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { DEFAULT_CAMPAIGN } from '../../../contract/campaign.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useCampaignClients, useCreateCampaign } from './campaign-queries.ts';
import { CAMPAIGNS_PATH, campaignPath } from './campaign-words.ts';
import { SettingsFields } from './settings-fields.tsx';

/** A new campaign, with careful settings to begin with. A lender's admin makes its own only. */
export function NewCampaign({ isAgency }: { isAgency: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const create = useCreateCampaign();
  return (
    <Page width="form">
      <PageHeader title={t('campaigns.newCampaign')} backTo={CAMPAIGNS_PATH} />
      <ScreenForm
        rules={campaignCalls.createCampaign.body}
        defaults={{ ...DEFAULT_CAMPAIGN, clientId: null }}
        label={t('campaigns.newCampaign')}
        save={create.mutateAsync}
        done={t('campaigns.created')}
        onSaved={({ _id }) => void navigate(campaignPath(_id), { replace: true })}
      >
        <SettingsFields series={null}>{isAgency && <ClientField />}</SettingsFields>
      </ScreenForm>
    </Page>
  );
}

function ClientField() {
  const t = useText();
  const clients = useCampaignClients();
  const options = (clients.data ?? []).map((client) => ({
    value: client._id,
    label: client.Client_Name,
  }));
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
