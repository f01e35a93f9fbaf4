import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { useAddress } from '../../components/use-address.ts';
import { DayText } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ImportList } from './import-list.tsx';
import { ImportWizard } from './import-wizard.tsx';
import { mappedFields } from './import-mapping.ts';
import { useSavedMappings } from '../../data/column-mappings.ts';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

/** `/upload-loan`: a lender's file becomes loans; earlier uploads below. */
export function LoanUploadScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  // The list of sheets, with renaming and taking back, is the agency's.
  const toSheets = user.role === 'ADMIN' && (
    <Button
      component={Link}
      to="/sheet-list"
      variant="default"
      leftSection={<IconFiles size={16} aria-hidden />}
    >
      {t('loanImport.toSheets')}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={t('menu.importCsv')}
        subtitle={t('loanImport.subtitle')}
        actions={toSheets}
      />
      <CurrentWizard />
      <ImportList />
    </Page>
  );
}

/** `/loan/import-mapping`: teach the columns of a lender's file, and import it if wanted; saved mappings below. */
export function ImportMappingScreen() {
  const t = useText();
  return (
    <Page>
      <PageHeader title={t('menu.importMapping')} subtitle={t('loanImport.mappingSubtitle')} />
      <CurrentWizard />
      <MappingList />
    </Page>
  );
}

/** The wizard of the upload that the address names, or of a new one. */
function CurrentWizard() {
  const [params, changeAddress] = useAddress();
  const [round, setRound] = useState(0);
  const importId = params.get('import');
  const show = (id: string | null) => changeAddress({ import: id }, { isNewEntry: true });
  return (
    <ImportWizard
      key={round}
      importId={importId}
      onUploaded={show}
      onRestart={() => {
        show(null);
        setRound(round + 1);
      }}
    />
  );
}

/** The saved mappings: name, client, how many fields, and which column feeds which. */
function MappingList() {
  const t = useText();
  const mappings = useSavedMappings('LOANS');
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
          <Link to={`/loan/update-import-mapping?id=${saved._id}`}>{t('common.edit')}</Link>
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
