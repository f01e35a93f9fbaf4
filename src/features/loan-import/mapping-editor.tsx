import { Button, TextInput } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { SavedMapping } from '../../../contract/column-mapping.ts';
import type { ImportMapping } from '../../../contract/import-mapping.ts';
import type { MappingTrial } from '../../../contract/loan-mapping.ts';
import { LeavePrompt } from '../../components/leave-guard.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { isSameMapping, mappingProblems, tidyMapping } from './import-mapping.ts';
import { useChangeMapping } from '../../data/column-mappings.ts';
import { MappingByColumn } from './mapping-by-column.tsx';
import { MappingByField } from './mapping-by-field.tsx';
import { MappingTrialPanel } from './mapping-trial-panel.tsx';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

/** One saved mapping: its name, its columns from both sides, and a try on a real file before it is saved. */
export function MappingEditor(props: { saved: SavedMapping; listPath: string }) {
  const { listPath } = props;
  const t = useText();
  // As it was opened: what somebody else saves meanwhile takes nothing that was typed, and is told when this is saved.
  const [saved] = useState(props.saved);
  const { name, setName, mapping, setMapping, problems, isTried, isDirty, save, isSaving } =
    useEdited(saved, listPath);
  const [trial, setTrial] = useState<MappingTrial | null>(null);
  const columns = [...new Set([...(trial?.headers ?? []), ...Object.values(mapping)])].filter(
    (column) => column !== '',
  );
  const shared = { mapping, columns, headers: trial?.headers ?? null, onMapping: setMapping };
  const when = formatDayTime(saved.updatedAt);
  const subtitle =
    saved.updatedBy === null
      ? t('loanMappings.editOfNobody', { client: saved.Client_Name, when })
      : t('loanMappings.editOf', { client: saved.Client_Name, when, name: saved.updatedBy });
  return (
    <Page>
      <LeavePrompt isActive={isDirty && !isSaving} />
      <PageHeader
        title={t('loanMappings.editTitle', { name: saved.name })}
        subtitle={subtitle}
        backTo={listPath}
      />
      <div className={classes.mapping}>
        <Panel>
          <div className={work.step}>
            <TextInput
              className={work.narrow}
              label={t('loanMappings.mappingName')}
              maxLength={120}
              withAsterisk
              value={name}
              error={isTried && name.trim() === '' ? t('loanImport.needName') : null}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <TwoViews {...shared} problems={problems} isTried={isTried} />
            <div className={work.actions}>
              <Button
                loading={isSaving}
                leftSection={<IconDeviceFloppy size={16} aria-hidden />}
                onClick={save}
              >
                {t('loanImport.saveMapping')}
              </Button>
              <Button component={Link} to={listPath} variant="default">
                {t('common.cancel')}
              </Button>
            </div>
          </div>
        </Panel>
        <MappingTrialPanel mapping={tidyMapping(mapping)} trial={trial} onTrial={setTrial} />
      </div>
    </Page>
  );
}

/** The mapping by its fields, or by the columns of the file. */
function TwoViews(props: ComponentProps<typeof MappingByField>) {
  const t = useText();
  const [view, setView] = useState('field');
  return (
    <ViewTabs
      label={t('loanMappings.views')}
      value={view}
      onChange={setView}
      tabs={[
        {
          value: 'field',
          label: t('loanMappings.byField'),
          content: <MappingByField {...props} />,
        },
        {
          value: 'column',
          label: t('loanMappings.byColumn'),
          content: <MappingByColumn {...props} />,
        },
      ]}
    />
  );
}

/** The mapping as it is being edited, and saving it. */
function useEdited(saved: SavedMapping, listPath: string) {
  const t = useText();
  const navigate = useNavigate();
  const [name, setName] = useState(saved.name);
  const [mapping, setMapping] = useState<ImportMapping>(saved.mapping);
  const [isTried, setTried] = useState(false);
  const change = useChangeMapping();
  const tidy = tidyMapping(mapping);
  const problems = mappingProblems(tidy);
  const isDirty = name.trim() !== saved.name || !isSameMapping(tidy, saved.mapping);
  return {
    name,
    setName,
    mapping,
    setMapping,
    problems,
    isTried,
    isDirty,
    // Saved: leaving must not ask about what was just stored.
    isSaving: change.isPending || change.isSuccess,
    save: () => {
      setTried(true);
      if (name.trim() === '' || problems.size > 0) return;
      change.mutate(
        {
          params: { id: saved._id },
          body: {
            name: name.trim(),
            mapping: tidy,
            dayOrder: saved.dayOrder,
            updatedAt: saved.updatedAt,
          },
        },
        {
          onSuccess: () => {
            showSuccess(t('toasts.updated'));
            void navigate(listPath);
          },
        },
      );
    },
  };
}
