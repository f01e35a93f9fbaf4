import { Link } from 'react-router-dom';
import { DayText } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { mappedFields } from './import-mapping.ts';
import { useSavedMappings } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

/** The saved mappings: name, client, how many fields, and which column feeds which. */
export function MappingList() {
  const t = useText();
  const mappings = useSavedMappings();
  if (mappings.isError && mappings.data === undefined) {
    return <LoadProblem error={mappings.error} onRetry={() => void mappings.refetch()} />;
  }
  return (
    <Panel title={t('loanImport.mappings')}>
      {mappings.data === undefined && <LoadingState rows={3} />}
      {mappings.data?.length === 0 && <p className={work.quiet}>{t('loanImport.mappingsNone')}</p>}
      {mappings.data?.map((saved) => (
        <details key={saved._id} className={classes.saved}>
          <summary className={classes.savedHead}>
            <strong>{saved.name}</strong>
            <span className={work.quiet}>
              {`${saved.Client_Name} · ${t('loanImport.mappingFields')} ${mappedFields(saved.mapping).length} · `}
              <DayText value={saved.updatedAt} />
            </span>
          </summary>
          <Link to={`/loan/update-import-mapping?id=${saved._id}`}>
            {t('loanImport.editMapping')}
          </Link>
          <ul className={classes.tags}>
            {mappedFields(saved.mapping).map((field) => (
              <li key={field} className={classes.tag}>
                {`${saved.mapping[field]} → ${t(`loanFields.${field}`)}`}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Panel>
  );
}
