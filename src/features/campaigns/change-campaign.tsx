import { campaignCalls } from '../../../contract/campaign-calls.ts';
import type { Campaign } from '../../../contract/campaign.ts';
import { ScreenForm } from '../../components/saving-form.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SettingsFields } from './settings-fields.tsx';

/** The settings of a campaign; what runs takes them on with its next decision. */
export function ChangeCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const change = useBodyCommand(campaignCalls.changeCampaign);
  return (
    <ScreenForm
      rules={campaignCalls.changeCampaign.body}
      defaults={campaign}
      label={t('campaigns.tab_settings')}
      save={change.mutateAsync}
      done={t('campaigns.saved')}
      onSaved={(changed, form) => form.reset(changed)}
    >
      <SettingsFields series={campaign.callerIdSeries} />
    </ScreenForm>
  );
}
