import { Button } from '@mantine/core';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { campaignSettingsSchema } from '../../../contract/campaign.ts';
import type { Campaign, CampaignSettings } from '../../../contract/campaign.ts';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useBodyCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { SettingsFields } from './settings-fields.tsx';

/** The settings of a campaign; what runs takes them on with its next decision. */
export function ChangeCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const form = useSchemaForm(campaignSettingsSchema, settingsOf(campaign));
  const change = useBodyCommand(campaignCalls.changeCampaign, {
    // A form that was overtaken keeps the revision it began with: what somebody else wrote stays.
    readsAgain: 'done',
    onDone: (changed) => {
      showSuccess(t('campaigns.saved'));
      form.reset(settingsOf(changed));
    },
  });
  const save = (values: CampaignSettings) =>
    change.mutateAsync({ ...values, _id: campaign._id, revision: campaign.revision }).then(
      () => undefined,
      () => undefined,
    );
  return (
    <FormFrame
      form={form}
      label={t('campaigns.tab_settings')}
      onSubmit={save}
      actions={
        <Button type="submit" loading={change.isPending}>
          {t('common.save')}
        </Button>
      }
    >
      <SettingsFields series={campaign.callerIdSeries} />
    </FormFrame>
  );
}

function settingsOf(campaign: Campaign): CampaignSettings {
  const { name, pacing, leadOrder, nextAgent, trunks, callerIds, dropCapPercent } = campaign;
  const { maxLevel, ringSeconds, wrapupSeconds, maxAttempts, recycle, shiftEnd } = campaign;
  return {
    name,
    pacing,
    leadOrder,
    nextAgent,
    trunks,
    callerIds: [...callerIds],
    dropCapPercent,
    maxLevel,
    ringSeconds,
    wrapupSeconds,
    maxAttempts,
    recycle: { ...recycle },
    shiftEnd,
  };
}
