import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useStrandedWork } from './field-day-queries.ts';

/** Unfinished visits and corrections whose loans left this phone: no card leads to them any more. */
export function StrandedWorkNotice() {
  const t = useText();
  const work = useStrandedWork();
  if (work.length === 0) return null;
  return (
    <Notice
      tone="warn"
      title={t('fieldDay.stranded', { count: work.length })}
      action={
        <div className="rc-stack-8">
          {work.map(({ loanId, about, startedAt }) => (
            <Button
              key={loanId}
              component={Link}
              to={`/field-agent/loan?id=${loanId}`}
              variant="default"
              size="md"
            >
              {about?.Customer_Name ??
                (startedAt === null ? t('fieldLoan.editing.title') : formatDayTime(startedAt))}
            </Button>
          ))}
        </div>
      }
    >
      {t('fieldDay.strandedBody')}
    </Notice>
  );
}
