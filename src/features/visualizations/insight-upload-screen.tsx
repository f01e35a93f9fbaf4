import { useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { dataInsightCalls, INSIGHT_MOST_DAYS } from '../../../contract/data-insight.ts';
import { CheckField } from '../../components/check-field.tsx';
import { FileField } from '../../components/file-field.tsx';
import { oneFile } from '../../components/file-rules.ts';
import { TextField } from '../../components/form-field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useClientNames, useOwnClientName } from '../../data/choices.ts';
import { SHEET_ENDINGS } from '../../lib/sheet-endings.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useUploadInsight } from './insight-queries.ts';
import { mayUpload } from './insights-screen.tsx';

const MAX_BYTES = 200_000_000;

/** `/data-insights-file`: a file that is not loans is uploaded to be looked into. */
export function InsightUploadScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  return (
    <Page width="form">
      <PageHeader
        title={t('menu.dataInsightsFile')}
        subtitle={t('dataInsights.uploadSubtitle')}
        backTo="/data-insights"
      />
      {mayUpload(user.role) ? (
        <Panel>
          <UploadForm />
        </Panel>
      ) : (
        <EmptyState title={t('dataInsights.mayNot')} body={t('dataInsights.mayNotBody')} />
      )}
    </Page>
  );
}

const rules = dataInsightCalls.uploadInsight.body.extend(oneFile.shape);

function UploadForm() {
  const t = useText();
  const navigate = useNavigate();
  const clients = useClientNames();
  const upload = useUploadInsight();
  const own = useOwnClientName();
  return (
    <ScreenForm
      name="dataInsights.upload"
      label={t('menu.dataInsightsFile')}
      rules={rules}
      defaults={{
        file: [],
        Client_Name: own ?? '',
        name: '',
        keptDays: 90,
        isShared: false,
      }}
      save={(values) =>
        upload.mutateAsync({ ...values, ...(own !== null && { Client_Name: own }) })
      }
      onSaved={(saved) => void navigate(`/data-insights?id=${saved._id}`)}
      submitLabel={t('words.upload')}
    >
      <FileField
        name="file"
        label={t('words.file')}
        endings={SHEET_ENDINGS}
        maxBytes={MAX_BYTES}
        hint={t('dataInsights.fileHint')}
      />
      {own === null && (
        <SelectField
          name="Client_Name"
          text="words.client"
          options={(clients.data ?? []).map((value) => ({ value, label: value }))}
          asked={clients}
        />
      )}
      <TextField name="name" text="words.name" help={t('dataInsights.nameHelp')} />
      <NumberField
        name="keptDays"
        text="dataInsights.keptDays"
        help={t('dataInsights.keptHelp', { most: INSIGHT_MOST_DAYS })}
      />
      <CheckField name="isShared" label={t('dataInsights.share')} />
    </ScreenForm>
  );
}
