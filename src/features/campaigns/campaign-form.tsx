import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import {
  LEAD_ORDERS,
  NEXT_AGENTS,
  PACINGS,
  RECYCLED_RESULTS,
  DEFAULT_CAMPAIGN,
} from '../../../contract/campaign.ts';
import type { CampaignSettings, Campaign } from '../../../contract/campaign.ts';
import { recoveryModelCalls } from '../../../contract/recovery-model.ts';
import { campaignCalls } from '../../../contract/campaign-calls.ts';
import { TextField, TimeField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { Panel, Page, PageHeader } from '../../components/page.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { mayCall } from '../../data/may-call.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ScreenForm } from '../../components/saving-form.tsx';
import { useBodyCommand } from '../../data/call-command.ts';
import { useClientOptions } from '../../data/choices.ts';
import classes from './campaigns.module.css';
import { CAMPAIGNS_PATH, campaignPath } from './campaign-queries.ts';

/** A new campaign, with careful settings to begin with. A lender's admin makes its own only. */
export function NewCampaign({ isAgency }: { isAgency: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const create = useBodyCommand(campaignCalls.createCampaign);
  return (
    <Page width="form">
      <PageHeader title={t('campaigns.newCampaign')} backTo={CAMPAIGNS_PATH} />
      <ScreenForm
        name="campaigns.newCampaign"
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
      text="words.client"
      placeholder={t('campaigns.anyClient')}
      options={clients.data ?? []}
      asked={clients}
      isClearable
    />
  );
}

/** The settings of a campaign; what runs takes them on with its next decision. */
export function ChangeCampaign({ campaign }: { campaign: Campaign }) {
  const t = useText();
  const change = useBodyCommand(campaignCalls.changeCampaign);
  return (
    <ScreenForm
      name="campaigns.tab_settings"
      rules={campaignCalls.changeCampaign.body}
      defaults={campaign}
      label={t('campaigns.tab_settings')}
      save={change.mutateAsync}
      done={t('toasts.updated')}
      onSaved={(changed, form) => form.reset(changed)}
    >
      <SettingsFields series={campaign.callerIdSeries} />
    </ScreenForm>
  );
}

/** What a campaign's form asks for, in plain words. `series`: the lender's own caller numbers. */
function SettingsFields({ series, children }: { series: string | null; children?: ReactNode }) {
  const t = useText();
  return (
    <>
      <Panel title={t('words.campaign')}>
        <div className={classes.fields}>
          <TextField name="name" text="campaigns.name" isRequired />
          {children}
          <TagsField
            name="callerIds"
            text="campaigns.callerIds"
            help={
              series === null
                ? t('campaigns.callerIdsHelp')
                : t('campaigns.callerIdsSeries', { series })
            }
          />
        </div>
      </Panel>
      <PaceFields />
      <LawFields />
      <AgainFields />
    </>
  );
}

function PaceFields() {
  const t = useText();
  return (
    <Panel title={t('campaigns.pace')}>
      <div className={classes.fields}>
        <SelectField
          name="pacing"
          text="campaigns.pacing"
          options={PACINGS.map((value) => ({ value, label: t(`campaigns.pacing_${value}`) }))}
        />
        <OrderFields />
        <FieldRow>
          <NumberField name="trunks" text="campaigns.trunks" />
          <NumberField name="maxLevel" text="campaigns.maxLevel" isFraction />
        </FieldRow>
        <FieldRow>
          <NumberField
            name="wrapupSeconds"
            text="campaigns.wrapupSeconds"
            suffix={t('campaigns.seconds')}
          />
          <TimeField name="shiftEnd" text="campaigns.shiftEnd" />
        </FieldRow>
      </div>
    </Panel>
  );
}

/** Whom to call first, and who gets the call. */
function OrderFields() {
  const t = useText();
  const { formState } = useFormContext<CampaignSettings>();
  // A lender's admin sees no scores: it can keep their order, not choose it.
  const seesScores = mayCall(recoveryModelCalls.readLoanScore);
  const orders = LEAD_ORDERS.filter(
    (order) =>
      order !== 'MOST_LIKELY' || seesScores || formState.defaultValues?.leadOrder === 'MOST_LIKELY',
  );
  return (
    <FieldRow>
      <SelectField
        name="leadOrder"
        text="campaigns.leadOrder"
        options={orders.map((value) => ({
          value,
          label: t(`campaigns.leadOrder_${value}`),
        }))}
      />
      <SelectField
        name="nextAgent"
        text="campaigns.nextAgent"
        options={NEXT_AGENTS.map((value) => ({
          value,
          label: t(`campaigns.nextAgent_${value}`),
        }))}
      />
    </FieldRow>
  );
}

function LawFields() {
  const t = useText();
  return (
    <Panel title={t('campaigns.lawful')}>
      <FieldRow>
        <NumberField
          name="dropCapPercent"
          text="campaigns.dropCap"
          suffix={t('campaigns.percent')}
          isFraction
        />
        <NumberField
          name="ringSeconds"
          text="campaigns.ringSeconds"
          suffix={t('campaigns.seconds')}
        />
      </FieldRow>
    </Panel>
  );
}

function AgainFields() {
  const t = useText();
  return (
    <Panel title={t('campaigns.again')}>
      <div className={classes.fields}>
        <NumberField name="maxAttempts" text="campaigns.maxAttempts" />
        <p className="rc-quiet-words">{t('campaigns.recycleHelp')}</p>
        <div className={classes.recycle}>
          {RECYCLED_RESULTS.map((result) => (
            <NumberField
              key={result}
              name={`recycle.${result}`}
              label={t(`campaigns.recycle_${result}`)}
              suffix={t('campaigns.minutes')}
            />
          ))}
        </div>
      </div>
    </Panel>
  );
}
