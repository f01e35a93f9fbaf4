import { IconDownload } from '@tabler/icons-react';
import { z } from 'zod';
import { EXPORT_MODELS } from '../../../contract/report-engine.ts';
import type { ExportModel } from '../../../contract/report-engine.ts';
import { DayField } from '../../components/form-field.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { isWithoutRows, useModelExport } from './export-queries.ts';
import { ReportFileList } from './report-file-list.tsx';

interface Chosen {
  model: ExportModel | null;
  gte: string | null;
  lte: string | null;
}

const NOTHING_CHOSEN: Chosen = { model: null, gte: null, lte: null };

/** The rules of the choice, said at its fields (spec 5). */
function useRules() {
  const t = useText();
  return z
    .object({
      model: z.enum(EXPORT_MODELS, t('reportWords.needModel')),
      gte: z.iso.date(t('reportWords.needFrom')),
      lte: z.iso.date(t('reportWords.needEnd')),
    })
    .refine(({ gte, lte }) => gte <= lte, {
      path: ['lte'],
      message: t('reportWords.endBeforeFrom'),
    });
}

/** `/export-csv`: a model and two days, all three asked for (spec 2.6, 5). */
export function ExportCsvScreen() {
  const t = useText();
  const { mutateAsync } = useModelExport();
  return (
    <Page width="form">
      <PageHeader title={t('menu.exportCsv')} />
      <Panel>
        <ScreenForm
          name="reportWords.exportCsvTitle"
          label={t('menu.exportCsv')}
          rules={useRules()}
          defaults={NOTHING_CHOSEN}
          hasLeavePrompt={false}
          save={(query) => mutateAsync({ query })}
          done={(name) => t('reportWords.exported', { name })}
          onRefused={(error) => {
            if (!isWithoutRows(error)) return false;
            showInfo(t('toasts.noData'));
            return true;
          }}
          submitLabel={t('reportWords.exportCsvButton')}
          icon={<IconDownload size={16} aria-hidden />}
        >
          <SelectField
            name="model"
            text="reportWords.model"
            options={EXPORT_MODELS.map((value) => ({
              value,
              label: t(`reportWords.models.${value}`),
            }))}
          />
          <DayField name="gte" text="reportWords.fromDate" />
          <DayField name="lte" text="reportWords.endDate" />
        </ScreenForm>
      </Panel>
      <ReportFileList />
    </Page>
  );
}
