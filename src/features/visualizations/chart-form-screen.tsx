import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import {
  CHART_KINDS,
  CHART_MEASURES,
  CHART_RANGES,
  chartQuestionSchema,
  DIMENSIONS_OF,
  isOfStock,
  visualizationCalls,
} from '../../../contract/visualization.ts';
import type {
  ChartDimension,
  ChartKind,
  ChartMeasure,
  SavedChart,
} from '../../../contract/visualization.ts';
import { CheckField } from '../../components/check-field.tsx';
import { TextField } from '../../components/form-field.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { useLoanValues } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { chartTitle, questionWords } from './chart-words.ts';
import { ChartPanel } from './saved-chart.tsx';
import classes from './visualizations.module.css';

const LIST = '/data-visualizations';

const plain = (list: readonly string[] | undefined) =>
  (list ?? []).map((value) => ({ value, label: value }));

interface Values {
  name: string;
  category: Role;
  kind: ChartKind;
  isWide: boolean;
  question: {
    measure: ChartMeasure;
    by: ChartDimension;
    and: ChartDimension | null;
    range: (typeof CHART_RANGES)[number];
    isCompared: boolean;
    filters: { clients: string[]; buckets: string[]; products: string[] };
    most: number;
  };
}

const BLANK: Values['question'] = {
  measure: 'collected',
  by: 'day',
  and: null,
  range: 'DAYS_30',
  isCompared: false,
  filters: { clients: [], buckets: [], products: [] },
  most: 12,
};

const rules = visualizationCalls.createChart.body;

/** `/data-visualization/new?category=` (admin). */
export function ChartNewScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params] = useSearchParams();
  const category = ROLES.find((role) => role === params.get('category')) ?? 'ADMIN';
  return (
    <Page>
      <PageHeader title={t('visualizations.add')} backTo={`${LIST}?category=${category}`} />
      <Builder user={user} chart={null} category={category} />
    </Page>
  );
}

/** `/data-visualization/edit?id=` (admin). */
export function ChartEditScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const [params] = useSearchParams();
  const charts = useCallQuery(visualizationCalls.listCharts, {}, readWhenOpened);
  const chart = charts.data?.data.find(({ _id }) => _id === params.get('id'));
  return (
    <Page>
      <PageHeader
        title={t('visualizations.edit')}
        backTo={`${LIST}?category=${chart?.category ?? 'ADMIN'}`}
      />
      {chart ? (
        <Builder key={chart._id} user={user} chart={chart} category={chart.category} />
      ) : charts.data ? (
        <EmptyState title={t('visualizations.gone')} body={t('visualizations.goneBody')} />
      ) : charts.isError ? (
        <LoadProblem error={charts.error} onRetry={() => void charts.refetch()} />
      ) : (
        <LoadingState kind="form" />
      )}
    </Page>
  );
}

function Builder(props: { user: LoggedInUser; chart: SavedChart | null; category: Role }) {
  const { user, chart, category } = props;
  const t = useText();
  const navigate = useNavigate();
  const create = useCallCommand(visualizationCalls.createChart, { isQuiet: true });
  const change = useCallCommand(visualizationCalls.changeChart, { isQuiet: true });
  const defaults: Values = chart
    ? {
        name: chartTitle(t, chart),
        category,
        kind: chart.kind,
        isWide: chart.isWide,
        question: chart.question,
      }
    : { name: '', category, kind: 'LINE', isWide: false, question: BLANK };
  const saving = useSavingForm<Values, Values, SavedChart>({
    rules,
    defaults,
    save: (body) =>
      chart === null
        ? create.mutateAsync({ body })
        : change.mutateAsync({
            params: { id: chart._id },
            body: { ...body, revision: chart.revision },
          }),
    done: t('visualizations.saved'),
    onSaved: (saved) => void navigate(`${LIST}?category=${saved.category}`),
  });
  const question = useWatch({ control: saving.form.control, name: 'question' });
  const kind = useWatch({ control: saving.form.control, name: 'kind' });
  const asked = chartQuestionSchema.safeParse(question);
  return (
    <div className={classes.builder}>
      <Panel>
        <SavingFrame {...saving} label={t('visualizations.add')}>
          <BuilderFields measure={question.measure} by={question.by} and={question.and} />
        </SavingFrame>
      </Panel>
      {asked.success ? (
        <ChartPanel
          title={questionWords(t, asked.data)}
          role={user.role}
          question={asked.data}
          kind={kind}
        />
      ) : (
        <EmptyState title={t('visualizations.chooseTitle')} body={t('visualizations.chooseBody')} />
      )}
    </div>
  );
}

function BuilderFields(props: {
  measure: ChartMeasure;
  by: ChartDimension;
  and: ChartDimension | null;
}) {
  const { measure, by, and } = props;
  const t = useText();
  const dimensions = DIMENSIONS_OF[measure].map((value) => ({
    value,
    label: t(`visualizations.dimensions.${value}`),
  }));
  return (
    <>
      <TextField name="name" label={t('visualizations.name')} />
      <SelectField
        name="category"
        label={t('visualizations.boardOf')}
        options={ROLES.filter((role) => role !== 'SUPER_ADMIN').map((value) => ({
          value,
          label: t(`roles.${value}`),
        }))}
      />
      <SelectField
        name="question.measure"
        label={t('visualizations.measure')}
        options={CHART_MEASURES.map((value) => ({
          value,
          label: t(`visualizations.measures.${value}`),
        }))}
      />
      <SelectField name="question.by" label={t('visualizations.by')} options={dimensions} />
      <SelectField
        name="question.and"
        label={t('visualizations.and')}
        options={dimensions.filter(({ value }) => value !== by)}
        isClearable
      />
      {!isOfStock(measure) && (
        <SelectField
          name="question.range"
          label={t('visualizations.range')}
          options={CHART_RANGES.map((value) => ({
            value,
            label: t(`visualizations.ranges.${value}`),
          }))}
        />
      )}
      {!isOfStock(measure) && and === null && (
        <CheckField name="question.isCompared" label={t('visualizations.compare')} />
      )}
      <FilterFields />
      <SelectField
        name="kind"
        label={t('visualizations.kind')}
        options={CHART_KINDS.map((value) => ({ value, label: t(`visualizations.kinds.${value}`) }))}
      />
      <CheckField name="isWide" label={t('visualizations.wide')} />
    </>
  );
}

/** What a question is narrowed to. */
function FilterFields() {
  const t = useText();
  const values = useLoanValues().data;
  return (
    <>
      <MultiSelectField
        name="question.filters.clients"
        label={t('visualizations.onlyClients')}
        options={plain(values?.clients)}
      />
      <MultiSelectField
        name="question.filters.buckets"
        label={t('visualizations.onlyBuckets')}
        options={plain(values?.buckets)}
      />
      <MultiSelectField
        name="question.filters.products"
        label={t('visualizations.onlyProducts')}
        options={plain(values?.products)}
      />
    </>
  );
}
