import type { ContactBreach } from '../../../contract/contact-record.ts';
import type { GateReason } from '../../../contract/contact-rules.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './contact-rules.module.css';

/** The columns of contacts against a rule. */
export function useBreachColumns(): DataColumn<ContactBreach>[] {
  const t = useText();
  return [
    {
      key: 'borrower',
      title: t('words.borrower'),
      isFixed: true,
      render: (breach) => (
        <TwoLines
          first={breach.Customer_Name}
          second={`${breach.Loan_ID} · ${breach.Client_Name}`}
        />
      ),
    },
    instantColumn('at', t('words.when'), (breach) => breach.at, { card: 'aside' }),
    textColumn('channel', t('words.contact'), (b) => t(`gate.${b.channel}`)),
    {
      key: 'rule',
      title: t('words.rule'),
      card: 'line',
      render: (b) => <Rule breach={b} />,
      file: [{ of: ({ reason }) => reason, words: (code) => t(`gate.${code as GateReason}`) }],
    },
    textColumn('agent', t('words.agent'), (b) => b.agentName ?? '–'),
    {
      key: 'decision',
      title: t('words.kind'),
      card: 'line',
      render: (b) => <Kind breach={b} />,
      file: [
        {
          of: ({ decision }) => decision,
          words: (code) => t(`contactRules.${code as ContactBreach['decision']}`),
        },
        { of: ({ overrideBy }) => overrideBy, title: t('contactRules.allowedBy') },
        { of: ({ overrideReason }) => overrideReason, title: t('contactRules.allowedWhy') },
        { of: ({ isReplay }) => isReplay, title: t('contactRules.offline') },
      ],
    },
    {
      key: 'reviewed',
      title: t('contactRules.reviewed'),
      card: 'line',
      render: (b) => <Review breach={b} />,
      file: [
        { of: ({ reviewedAt }) => reviewedAt },
        { of: ({ reviewedBy }) => reviewedBy, title: t('contactRules.reviewer') },
        { of: ({ reviewNote }) => reviewNote, title: t('fieldNames.note') },
      ],
    },
  ];
}

function Rule({ breach }: { breach: ContactBreach }) {
  const t = useText();
  return (
    <span className={classes.rule}>
      {breach.reason === null ? '–' : t(`gate.${breach.reason}`)}
    </span>
  );
}

function Kind({ breach }: { breach: ContactBreach }) {
  const t = useText();
  const { decision, overrideBy, overrideReason, isReplay } = breach;
  const more = [
    overrideBy === null ? '' : t('contactRules.by', { name: overrideBy }),
    overrideReason ?? '',
    isReplay ? t('contactRules.offline') : '',
  ].filter((words) => words !== '');
  return (
    <span className={classes.words}>
      <span>
        <StatusChip
          tone={decision === 'BREACH' ? 'danger' : 'warn'}
          label={t(`contactRules.${decision}`)}
        />
      </span>
      {more.length > 0 && <span className="rc-quiet-small">{more.join(' · ')}</span>}
    </span>
  );
}

function Review({ breach }: { breach: ContactBreach }) {
  const t = useText();
  const { reviewedAt, reviewedBy, reviewNote } = breach;
  if (reviewedAt === null)
    return <span className="rc-quiet-small">{t('contactRules.notReviewed')}</span>;
  const by = t('contactRules.reviewedBy', {
    name: reviewedBy ?? '–',
    when: formatDayTime(reviewedAt),
  });
  return (
    <span className={classes.words}>
      <span>{reviewNote ?? t('contactRules.reviewed')}</span>
      <span className="rc-quiet-small">{by}</span>
    </span>
  );
}
