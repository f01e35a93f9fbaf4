import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { dataInsightCalls } from '../../../contract/data-insight.ts';
import type { InsightDetail } from '../../../contract/data-insight.ts';
import type { ChartKind } from '../../../contract/visualization.ts';
import { chartQuestionSchema } from '../../../contract/visualization.ts';
import { AnswerDrawing } from '../../components/answer-drawing.tsx';
import { figureText } from '../../components/chart-figures.ts';
import { Panel } from '../../components/page.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { questionWords } from './chart-words.ts';
import { questionTitle, useDimensionWords } from './insight-words.ts';
import { loansOfFact } from './loan-paths.ts';
import { QuestionBuilder } from './question-builder.tsx';
import type { QuestionForm } from './question-builder.tsx';
import {
  fileDraft,
  fileQuestion,
  fileSource,
  MEASURE_DRAFT,
  useMeasureSource,
} from './question-source.ts';
import type { QuestionDraft, QuestionSource } from './question-source.ts';
import { ChartPanel } from './saved-chart.tsx';
import classes from './insights.module.css';

interface Props {
  insight: InsightDetail;
  user: LoggedInUser;
}

/** Questions to a file, or to the product's own measures of its client beside it, drawn while they are chosen. */
export function Questions({ insight, user }: Props) {
  const t = useText();
  const [isOfFile, setIsOfFile] = useState(true);
  const measures = useMeasureSource(user.role);
  const own = { ...MEASURE_DRAFT.filters, clients: [insight.clientName] };
  const choice = (
    <SegmentedControl
      fullWidth
      aria-label={t('visualizations.figuresOf')}
      value={isOfFile ? 'file' : 'own'}
      onChange={(value) => setIsOfFile(value === 'file')}
      data={[
        { value: 'file', label: t('visualizations.ofFile') },
        { value: 'own', label: t('common.brand') },
      ]}
    />
  );
  return isOfFile ? (
    <Asking key="file" source={fileSource(t, insight)} first={fileDraft(insight)} choice={choice}>
      {(draft, kind) => <FileAnswer insight={insight} user={user} draft={draft} kind={kind} />}
    </Asking>
  ) : (
    <Asking key="own" source={measures} first={{ ...MEASURE_DRAFT, filters: own }} choice={choice}>
      {(draft, kind) => <MeasureAnswer user={user} draft={draft} kind={kind} />}
    </Asking>
  );
}

function Asking(props: {
  source: QuestionSource;
  first: QuestionDraft;
  choice: React.ReactNode;
  children: (draft: QuestionDraft, kind: ChartKind | null) => React.ReactNode;
}) {
  const { source, first, choice, children } = props;
  const form = useForm<QuestionForm>({ defaultValues: { question: first, kind: null } });
  const question = useWatch({ control: form.control, name: 'question' });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <div className={classes.builder}>
      <Panel>
        <FormProvider {...form}>
          <div className={classes.fields}>
            {choice}
            <QuestionBuilder source={source} isKindOpen />
          </div>
        </FormProvider>
      </Panel>
      {children(question, kind)}
    </div>
  );
}

function MeasureAnswer(props: {
  user: LoggedInUser;
  draft: QuestionDraft;
  kind: ChartKind | null;
}) {
  const t = useText();
  const asked = chartQuestionSchema.safeParse(props.draft);
  return asked.success ? (
    <ChartPanel
      title={questionWords(t, asked.data)}
      role={props.user.role}
      question={asked.data}
      kind={props.kind}
    />
  ) : null;
}

function FileAnswer(props: Props & { draft: QuestionDraft; kind: ChartKind | null }) {
  const { insight, user, draft, kind } = props;
  const t = useText();
  const body = fileQuestion(draft);
  const params = { id: insight._id };
  const asked = useCallQuery(
    dataInsightCalls.askInsight,
    { params, body },
    { keepsPrevious: true },
  );
  const sheet = useCallDownload(dataInsightCalls.exportInsightAnswer);
  const words = useDimensionWords(insight, body);
  const title = questionTitle(t, insight, body);
  const unit = body.measure === 'DUE' ? 'rupees' : 'count';
  return (
    <AnswerPanel
      title={title}
      asked={asked}
      isSaving={sheet.isPending}
      onSheet={() => sheet.mutate({ params, body })}
    >
      {(answer) => (
        <>
          <p className={classes.quiet}>
            {t('dataInsights.total', { total: figureText(unit, answer.total) })}
          </p>
          <AnswerDrawing
            label={title}
            categoryTitle={words.title}
            rows={answer.rows}
            words={words}
            kind={kind ?? answer.suggested}
            isKindTold
            unit={unit}
            linkOf={(row) => loansOfFact(user.role, insight.clientName, body.by, row)}
          />
        </>
      )}
    </AnswerPanel>
  );
}
