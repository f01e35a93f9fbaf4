import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { ReportName } from '../../../contract/report-names.ts';
import type { ReportAnswer } from '../../../contract/report-engine.ts';
import { FileFormatMenu } from '../../components/file-format-menu.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { usePhone } from '../../components/use-phone.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useReportExport } from './export-queries.ts';
import { matterOf } from './report-matter.ts';
import type { RowsQuery } from './report-query.ts';
import { shortSum, sumText } from './report-value.ts';

/** Figures by group, or the rows themselves. */
export type ReportView = 'figures' | 'rows';

/** Up to four totals, each with that of the period before when it is compared. */
export function ReportTotals({ answer }: { answer: ReportAnswer }) {
  const t = useText();
  const isPhone = usePhone();
  const { before } = answer;
  const earlier = (measure: ReportAnswer['measures'][number], at: number) =>
    before === null
      ? {}
      : {
          comparison: t('reportWords.before', {
            value: sumText(measure, before.totals[at]),
            from: formatDay(before.range.from),
            to: formatDay(before.range.to),
          }),
        };
  return (
    <StatTiles>
      {matterOf(answer).map(({ measure, at }) => (
        <StatTile
          key={measure}
          label={t(`reportWords.measure.${measure}`)}
          value={
            isPhone ? shortSum(measure, answer.totals[at]) : sumText(measure, answer.totals[at])
          }
          {...earlier(measure, at)}
        />
      ))}
    </StatTiles>
  );
}

/** Print, and the report as a file. */
export function ReportActions(props: {
  name: ReportName;
  query: RowsQuery;
  view: ReportView;
  isEmpty: boolean;
}) {
  const { name, query, view, isEmpty } = props;
  const t = useText();
  const file = useReportExport(name);
  const save = (format: 'xlsx' | 'csv') => {
    if (isEmpty) showInfo(t('toasts.noData'));
    else file.save(query, view === 'rows' ? 'rows' : 'groups', format);
  };
  return (
    <>
      {name === 'additional' && (
        <Button variant="default" component={Link} to="/lender-formats">
          {t('menu.lenderFormats')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('reportWords.print')}
      </Button>
      <FileFormatMenu label={t('common.export')} isBusy={file.isPending} onChoose={save} />
    </>
  );
}
