import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Page, PageHeader } from '../../components/page.tsx';
import { useAddress } from '../../components/use-address.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ImportList } from './import-list.tsx';
import { ImportWizard } from './import-wizard.tsx';
import { MappingList } from './mapping-list.tsx';

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
        title={t('loanImport.title')}
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
      <PageHeader title={t('loanImport.mappingTitle')} subtitle={t('loanImport.mappingSubtitle')} />
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
