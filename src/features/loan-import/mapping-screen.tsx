import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router-dom';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState, LoadingState } from '../../components/screen-state.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useSavedMappings } from '../../data/column-mappings.ts';
import { MappingEditor } from './mapping-editor.tsx';
import { SavedMappings } from './saved-mappings.tsx';

const HERE = '/loan/update-import-mapping';

/** `/loan/update-import-mapping`: the saved mappings, or with `?id=` one of them to edit and to try on a real file. */
export function UpdateMappingScreen() {
  const t = useText();
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id !== null) return <OneMapping key={id} id={id} />;
  return (
    <Page>
      <PageHeader
        title={t('loanMappings.title')}
        subtitle={t('loanMappings.subtitle')}
        actions={
          <Button
            component={Link}
            to="/loan/import-mapping"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {t('loanMappings.add')}
          </Button>
        }
      />
      <SavedMappings />
    </Page>
  );
}

function OneMapping({ id }: { id: string }) {
  const t = useText();
  const mappings = useSavedMappings('LOANS');
  const saved = mappings.data?.find((each) => each._id === id);
  if (saved !== undefined) return <MappingEditor saved={saved} listPath={HERE} />;
  return (
    <Page>
      <PageHeader title={t('loanMappings.title')} backTo={HERE} />
      {mappings.isError ? (
        <LoadProblem error={mappings.error} onRetry={() => void mappings.refetch()} />
      ) : mappings.data === undefined ? (
        <LoadingState kind="record" rows={6} />
      ) : (
        <EmptyState
          title={t('loanMappings.goneTitle')}
          body={t('loanMappings.goneBody')}
          action={
            <Button component={Link} to={HERE} variant="default">
              {t('loanMappings.backToList')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
