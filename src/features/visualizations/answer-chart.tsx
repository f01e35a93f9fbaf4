import type { Role } from '../../../contract/roles.ts';
import { AMOUNT_MEASURES } from '../../../contract/visualization.ts';
import type { ChartAnswer, ChartKind, ChartQuestion } from '../../../contract/visualization.ts';
import { AnswerDrawing } from '../../components/answer-drawing.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { questionWords, useAnswerWords } from './chart-words.ts';
import { loansBehind } from './loan-paths.ts';

/** An answer, drawn as asked; a row of its table leads to its loans where the reader's list can show them. */
export function AnswerChart(props: {
  role: Role;
  question: ChartQuestion;
  kind: ChartKind;
  answer: ChartAnswer;
  height?: number;
  isKindTold?: boolean;
}) {
  const { role, question, kind, answer, height = 280, isKindTold = false } = props;
  const t = useText();
  const words = useAnswerWords(question);
  return (
    <AnswerDrawing
      label={questionWords(t, question)}
      categoryTitle={t(`visualizations.dimensions.${question.by}`)}
      rows={answer.rows}
      words={words}
      kind={kind}
      unit={AMOUNT_MEASURES.has(question.measure) ? 'rupees' : 'count'}
      height={height}
      isKindTold={isKindTold}
      linkOf={(row) => loansBehind(role, question, row)}
    />
  );
}
