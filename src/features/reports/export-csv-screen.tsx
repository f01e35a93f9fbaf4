import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { EXPORT_MODELS } from '../../../contract/report-engine.ts';
import type { ExportModel } from '../../../contract/report-engine.ts';
import { DayInput } from '../../components/day-input.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useModelExport } from './export-queries.ts';
import { ReportFileList } from './report-file-list.tsx';
import classes from './reports.module.css';

interface Chosen {
  readonly model: ExportModel | null;
  readonly gte: string | null;
  readonly lte: string | null;
}

/** What is wrong with the choice, at its fields (spec 5). */
function useProblems({ model, gte, lte }: Chosen) {
  const t = useText();
  return {
    model: model === null ? t('reportWords.needModel') : null,
    gte: gte === null ? t('reportWords.needFrom') : null,
    lte:
      lte === null
        ? t('reportWords.needEnd')
        : gte !== null && gte > lte
          ? t('reportWords.endBeforeFrom')
          : null,
  };
}

/** `/export-csv`: a model and two days, all three asked for (spec 2.6, 5). */
export function ExportCsvScreen() {
  const t = useText();
  const [chosen, setChosen] = useState<Chosen>({ model: null, gte: null, lte: null });
  const [isAsked, setAsked] = useState(false);
  const { save, isPending } = useModelExport();
  const problems = useProblems(chosen);
  const submit = () => {
    setAsked(true);
    const { model, gte, lte } = chosen;
    if (model === null || gte === null || lte === null || gte > lte) return;
    save(model, gte, lte);
  };
  return (
    <Page width="form">
      <PageHeader title={t('reportWords.exportCsvTitle')} />
      <Panel>
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <ExportFields chosen={chosen} onChange={setChosen} problems={isAsked ? problems : {}} />
          <Button
            type="submit"
            loading={isPending}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('reportWords.exportCsvButton')}
          </Button>
        </form>
      </Panel>
      <ReportFileList />
    </Page>
  );
}

function ExportFields(props: {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  problems: Partial<ReturnType<typeof useProblems>>;
}) {
  const { chosen, onChange, problems } = props;
  const t = useText();
  return (
    <>
      <Select
        label={t('reportWords.model')}
        withAsterisk
        data={EXPORT_MODELS.map((value) => ({
          value: value as string,
          label: t(`reportWords.models.${value}`),
        }))}
        value={chosen.model}
        error={problems.model}
        onChange={(value) =>
          onChange({ ...chosen, model: EXPORT_MODELS.find((one) => one === value) ?? null })
        }
      />
      <DayInput
        label={t('reportWords.fromDate')}
        isRequired
        value={chosen.gte}
        error={problems.gte}
        onChange={(gte) => onChange({ ...chosen, gte })}
      />
      <DayInput
        label={t('reportWords.endDate')}
        isRequired
        value={chosen.lte}
        error={problems.lte}
        onChange={(lte) => onChange({ ...chosen, lte })}
      />
    </>
  );
}
