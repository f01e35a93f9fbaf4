import { useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { ROLES } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { visualizationCalls } from '../../../contract/visualization-calls.ts';
import { chartQuestionSchema } from '../../../contract/visualization.ts';
import type { SavedChart } from '../../../contract/visualization-calls.ts';
import type { ChartKind } from '../../../contract/visualization.ts';
import { CheckField } from '../../components/check-field.tsx';
import { TextField } from '../../components/form-field.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { chartTitle, questionWords } from './chart-words.ts';
import { QuestionBuilder } from './question-builder.tsx';
import { MEASURE_DRAFT, useMeasureSource } from './question-source.ts';
import type { QuestionDraft } from './question-source.ts';
import { ChartPanel } from './saved-chart.tsx';
import classes from './visualizations.module.css';

const LIST = '/data-visualizations';

interface Values {
  name: string;
  category: Role;
  kind: ChartKind;
  isWide: boolean;
  question: QuestionDraft;
  /** The one that the form stands on; a new chart has none. */
  revision?: number;
}

const rules = visualizationCalls.createChart.body.extend({ revision: z.int().optional() });
type NewChart = z.output<typeof rules>;

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
        <NotHere title={t('visualizations.gone')} body={t('visualizations.goneBody')} />
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
        question: { ...chart.question, column: null },
        revision: chart.revision,
      }
    : { name: '', category, kind: 'LINE', isWide: false, question: MEASURE_DRAFT };
  const saving = useSavingForm<Values, NewChart, SavedChart>({
    rules,
    defaults,
    save: ({ revision = 0, ...body }) =>
      chart === null
        ? create.mutateAsync({ body })
        : change.mutateAsync({ params: { id: chart._id }, body: { ...body, revision } }),
    done: t('visualizations.saved'),
    onSaved: (saved) => void navigate(`${LIST}?category=${saved.category}`),
  });
  const question = useWatch({ control: saving.form.control, name: 'question' });
  const kind = useWatch({ control: saving.form.control, name: 'kind' });
  // A new chart is drawn as its answer suggests until its maker says how.
  const isKindChosen = saving.form.formState.dirtyFields.kind === true || chart !== null;
  const asked = chartQuestionSchema.safeParse(question);
  return (
    <div className={classes.builder}>
      <Panel>
        <SavingFrame name="visualizations.add" {...saving} label={t('visualizations.add')}>
          <BuilderFields />
        </SavingFrame>
      </Panel>
      {asked.success ? (
        <ChartPanel
          title={questionWords(t, asked.data)}
          role={user.role}
          question={asked.data}
          kind={kind}
          onSuggested={(best) => !isKindChosen && saving.form.setValue('kind', best)}
        />
      ) : (
        <EmptyState title={t('visualizations.chooseTitle')} body={t('visualizations.chooseBody')} />
      )}
    </div>
  );
}

function BuilderFields() {
  const t = useText();
  const category = useWatch<Values, 'category'>({ name: 'category' });
  const source = useMeasureSource(category);
  return (
    <>
      <TextField name="name" text="words.name" />
      <SelectField
        name="category"
        text="visualizations.boardOf"
        options={ROLES.filter((role) => role !== 'SUPER_ADMIN').map((value) => ({
          value,
          label: t(`roles.${value}`),
        }))}
      />
      <QuestionBuilder source={source} />
      <CheckField name="isWide" label={t('visualizations.wide')} />
    </>
  );
}
