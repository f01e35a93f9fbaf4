import { Button } from '@mantine/core';
import { IconDownload, IconFileImport, IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { SAMPLE_ROWS_MOST, sampleFileCalls } from '../../../contract/sample-file.ts';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { ScreenForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { useSavedMappings } from '../../data/column-mappings.ts';
import { formatCount } from '../../lib/money.ts';
import { text, useText } from '../../lib/texts/texts.ts';
import classes from './sample-file.module.css';

/** 100,000 rows of a workbook take a while on a slow server. */
const TIMEOUT_MS = 10 * 60_000;

const OURS = 'ours';

const wholeNumber = (least: number, most: number) => {
  const error = () => text()('sampleFile.outOfRange', { least, most: formatCount(most) });
  return z.int({ error }).min(least, { error }).max(most, { error });
};

const formSchema = z
  .object({
    shape: z.string(),
    rows: wholeNumber(1, SAMPLE_ROWS_MOST),
    format: z.enum(['csv', 'xlsx']),
    mistakes: wholeNumber(0, SAMPLE_ROWS_MOST),
    seed: wholeNumber(0, 2_147_483_647),
  })
  .refine(({ rows, mistakes }) => mistakes <= rows, {
    path: ['mistakes'],
    error: () => text()('sampleFile.tooManyMistakes'),
  });

/** `/test/createfile` (admin): a made-up lender's file for trying a mapping or an import. */
export function SampleFileScreen() {
  const t = useText();
  return (
    <Page width="form">
      <PageHeader title={t('sampleFile.title')} subtitle={t('sampleFile.subtitle')} />
      <Panel>
        <SampleForm />
      </Panel>
      <Panel title={t('sampleFile.next')}>
        <p className={classes.quiet}>{t('sampleFile.nextBody')}</p>
        <div className={classes.links}>
          <Button
            component={Link}
            to="/loan/update-import-mapping"
            variant="default"
            leftSection={<IconTable size={16} aria-hidden />}
          >
            {t('loanImport.mappings')}
          </Button>
          <Button
            component={Link}
            to="/upload-loan"
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
          >
            {t('menu.importCsv')}
          </Button>
        </div>
      </Panel>
    </Page>
  );
}

function SampleForm() {
  const t = useText();
  const make = useCallDownload(sampleFileCalls.makeSampleFile, { timeoutMs: TIMEOUT_MS });
  return (
    <ScreenForm
      name="sampleFile.title"
      rules={formSchema}
      defaults={{ shape: OURS, rows: 100, format: 'xlsx', mistakes: 0, seed: 1 }}
      label={t('sampleFile.title')}
      save={({ shape, ...wish }) =>
        make.mutateAsync({ query: { ...wish, ...(shape !== OURS && { mappingId: shape }) } })
      }
      done={(name) => t('sampleFile.made', { name })}
      submitLabel={t('sampleFile.make')}
      icon={<IconDownload size={16} aria-hidden />}
    >
      <SampleFields />
      <output className={classes.quiet}>{make.isPending ? t('sampleFile.making') : ''}</output>
    </ScreenForm>
  );
}

function SampleFields() {
  const t = useText();
  const shapes = useShapes();
  return (
    <>
      <SelectField name="shape" text="sampleFile.shape" options={shapes} />
      <FieldRow>
        <NumberField
          name="rows"
          text="words.loans"
          help={t('sampleFile.rowsHelp', { most: formatCount(SAMPLE_ROWS_MOST) })}
          isRequired
        />
        <SelectField
          name="format"
          text="sampleFile.format"
          options={[
            { value: 'xlsx', label: 'XLSX' },
            { value: 'csv', label: 'CSV' },
          ]}
        />
      </FieldRow>
      <FieldRow>
        <NumberField name="mistakes" text="sampleFile.mistakes" />
        <NumberField name="seed" text="sampleFile.seed" />
      </FieldRow>
    </>
  );
}

function useShapes() {
  const t = useText();
  const mappings = useSavedMappings('LOANS');
  return useMemo(
    () => [
      { value: OURS, label: t('sampleFile.ours') },
      ...(mappings.data ?? []).map(({ _id, name, Client_Name: client }) => ({
        value: _id,
        label: t('sampleFile.ofMapping', { name, client }),
      })),
    ],
    [mappings.data, t],
  );
}
