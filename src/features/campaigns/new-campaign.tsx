import { useNavigate } from 'react-router-dom';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { DEFAULT_CAMPAIGN } from '../../../contract/campaign.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useClientOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CAMPAIGNS_PATH, campaignPath } from './campaign-words.ts';
import { SettingsFields } from './settings-fields.tsx';

/** A new campaign, with careful settings to begin with. A lender's admin makes its own only. */
export function NewCampaign({ isAgency }: { isAgency: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const create = useBodyCommand(campaignCalls.createCampaign);
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
  const clients = useClientOptions();
  return (
    <SelectField
      name="clientId"
      label={t('campaigns.client')}
      placeholder={t('campaigns.anyClient')}
      options={clients.data ?? []}
      asked={clients}
      isClearable
    />
  );
}
