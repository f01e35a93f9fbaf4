import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { EXPORT_MODELS, reportEngineCalls } from '../../../contract/report-engine.ts';
import type { ExportModel } from '../../../contract/report-engine.ts';
import { DayInput } from '../../components/day-input.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { useCallDownload } from '../../data/call-command.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { ReportFileList } from './report-file-list.tsx';
import classes from './reports.module.css';

/** Large models take their time. */
const timeoutMs = 10 * 60_000;

interface Chosen {
  readonly model: ExportModel | null;
  readonly gte: string | null;
  readonly lte: string | null;
}

/** Saves a model's rows as the server's file; says so when there are none. */
function useModelExport() {
  const t = useText();
  const file = useCallDownload(reportEngineCalls.exportModel, { timeoutMs, isQuiet: true });
  const save = (model: ExportModel, gte: string, lte: string) =>
    file.mutate(
      { query: { model, gte, lte } },
      {
        onSuccess: (name) => showSuccess(t('reportWords.exported', { name })),
        onError: (error) => {
          if (error instanceof RefusedError && error.code === 'NO_ROWS')
            showInfo(t('toasts.noData'));
          else showError(errorWords(error));
        },
      },
    );
  return { save, isPending: file.isPending };
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
