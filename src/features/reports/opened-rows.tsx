import type { ReportName } from '../../../contract/report-names.ts';
import type { Role } from '../../../contract/roles.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useText } from '../../lib/texts/texts.ts';
import type { OpenedFigure } from './report-figures.tsx';
import type { RowsQuery } from './report-query.ts';
import { ReportRowList } from './report-rows.tsx';

/** The rows behind one figure, in a dialog: they add up to it. */
export function OpenedRows(props: {
  name: ReportName;
  role: Role;
  query: RowsQuery;
  figure: OpenedFigure;
  onClose: () => void;
}) {
  const { name, role, query, figure, onClose } = props;
  const { measure, by, group, label } = figure;
  const t = useText();
  const state = useOwnPage();
  const title = t('reportWords.rowsOf', {
    figure: t(`reportWords.measure.${measure}`),
    group: label,
  });
  return (
    <Dialog title={title} size="min(1200px, 94vw)" isFullOnPhone onClose={onClose}>
      <ReportRowList
        name={name}
        role={role}
        query={{ ...query, measure, ...(group !== null && { by, group }) }}
        state={state}
        label={title}
      />
    </Dialog>
  );
}
