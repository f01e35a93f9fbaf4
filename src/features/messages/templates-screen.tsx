import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import {
  MESSAGE_CHANNELS,
  MESSAGE_LANGUAGES,
  messageTemplateCalls,
} from '../../../contract/message-template.ts';
import type { MessageTemplate } from '../../../contract/message-template.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { PageSizeSelect, useUrlPageSize } from '../../components/page-size.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import type { CallResult } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { TemplateQuery } from './message-queries.ts';
import { TemplateDialog } from './template-dialog.tsx';
import classes from './messages.module.css';

const FILTERS = { search: 'text', channel: 'text', language: 'text', active: 'text' } as const;
type TemplateFilters = ReturnType<typeof useUrlFilters<typeof FILTERS>>;

/** `/message-templates` (ours): the texts that borrowers may get, per lender, channel and language. */
export function TemplatesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const [pageSize, setPageSize] = useUrlPageSize();
  const templates = useCallQuery(
    messageTemplateCalls.listMessageTemplates,
    { query: { ...queryOf(url), pageSize } },
    { keepsPrevious: true },
  );
  const [opened, setOpened] = useState<MessageTemplate | 'new' | null>(null);
  const fields = useFields();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      {t('messages.addTemplate')}
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title={t('messages.templates')}
        count={templates.data?.totalCount ?? null}
        actions={add}
      />
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('messages.searchTemplates')}
        extra={<PageSizeSelect value={pageSize} onChange={setPageSize} />}
      />
      <TemplateList
        templates={templates}
        url={url}
        pageSize={pageSize}
        onOpen={setOpened}
        add={add}
      />
      {opened !== null && (
        <TemplateDialog
          template={opened === 'new' ? null : opened}
          isAdmin={user.role !== 'CLIENT_ADMIN'}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

function TemplateList({
  templates,
  url,
  pageSize,
  onOpen,
  add,
}: {
  templates: CallResult<typeof messageTemplateCalls.listMessageTemplates>;
  url: TemplateFilters;
  pageSize: number;
  onOpen: (template: MessageTemplate) => void;
  add: ReactNode;
}) {
  const t = useText();
  const columns = useColumns();
  if (templates.isError && templates.data === undefined)
    return <LoadProblem error={templates.error} onRetry={() => void templates.refetch()} />;
  return (
    <DataTable<MessageTemplate>
      name="message-templates"
      label={t('messages.templates')}
      columns={columns}
      rows={templates.data?.data}
      rowId={(template) => template._id}
      rowLabel={(template) => template.name}
      totalCount={templates.data?.totalCount ?? 0}
      page={url.page}
      onPage={url.setPage}
      pageSize={pageSize}
      isFetching={templates.isPlaceholderData}
      renderCard={(template) => <TemplateCard template={template} />}
      rowActions={openWith(onOpen, t('common.edit'), t('common.details'))}
      empty={
        url.isFiltered ? (
          t('common.searchAgain')
        ) : (
          <EmptyState
            title={t('messages.noTemplatesTitle')}
            body={t('messages.noTemplatesBody')}
            action={add}
          />
        )
      }
    />
  );
}

/** The button of a row: a text that is not one's own to change is only looked at. */
function openWith(onOpen: (template: MessageTemplate) => void, edit: string, look: string) {
  return (template: MessageTemplate) => {
    const verb = template.canEdit ? edit : look;
    return (
      <ActionIcon
        variant="default"
        size="lg"
        className={classes.touch ?? ''}
        aria-label={`${verb}: ${template.name}`}
        title={verb}
        onClick={() => onOpen(template)}
      >
        {template.canEdit ? (
          <IconPencil size={16} aria-hidden />
        ) : (
          <IconEye size={16} aria-hidden />
        )}
      </ActionIcon>
    );
  };
}

function queryOf(url: TemplateFilters): TemplateQuery {
  const { search, active } = url.values;
  const channel = MESSAGE_CHANNELS.find((one) => one === url.values.channel);
  const language = MESSAGE_LANGUAGES.find((one) => one === url.values.language);
  return {
    page: url.page,
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(channel !== undefined && { channel }),
    ...(language !== undefined && { language }),
    ...((active === 'yes' || active === 'no') && { active }),
  };
}

function useFields(): FilterField[] {
  const t = useText();
  return [
    {
      kind: 'choice',
      key: 'channel',
      label: t('messages.channel'),
      options: MESSAGE_CHANNELS.map((one) => ({ value: one, label: t(`messages.${one}`) })),
    },
    {
      kind: 'choice',
      key: 'language',
      label: t('messages.language'),
      options: MESSAGE_LANGUAGES.map((one) => ({
        value: one,
        label: t(`messages.languages.${one}`),
      })),
    },
    {
      kind: 'choice',
      key: 'active',
      label: t('messages.use'),
      options: [
        { value: 'yes', label: t('messages.inUse') },
        { value: 'no', label: t('messages.outOfUse') },
      ],
    },
  ];
}

function UseChip({ template }: { template: MessageTemplate }) {
  const t = useText();
  return template.isActive ? (
    <StatusChip tone="good" label={t('messages.inUse')} />
  ) : (
    <StatusChip tone="quiet" label={t('messages.outOfUse')} />
  );
}

function useColumns(): DataColumn<MessageTemplate>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('messages.templateName'),
        isFixed: true,
        render: (template) => (
          <span className={classes.name}>
            {template.name}
            <span className={classes.quiet}>
              {`${t(`messages.${template.channel}`)} · ${t(`messages.languages.${template.language}`)}`}
            </span>
          </span>
        ),
      },
      {
        key: 'body',
        title: t('messages.text'),
        render: (template) => (
          <span className={classes.text} lang={template.language}>
            {template.body}
          </span>
        ),
      },
      {
        key: 'client',
        title: t('messages.client'),
        render: (template) => template.Client_Name ?? t('messages.everyClient'),
      },
      {
        key: 'registeredId',
        title: t('messages.registeredId'),
        render: (template) =>
          [template.registeredId, template.sender].filter(Boolean).join(' · ') || '–',
      },
      {
        key: 'use',
        title: t('messages.use'),
        render: (template) => <UseChip template={template} />,
      },
    ],
    [t],
  );
}

function TemplateCard({ template }: { template: MessageTemplate }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.name}>
          <strong>{template.name}</strong>
          <span className={classes.quiet}>
            {[
              t(`messages.${template.channel}`),
              t(`messages.languages.${template.language}`),
              template.Client_Name ?? t('messages.everyClient'),
            ].join(' · ')}
          </span>
        </span>
        <UseChip template={template} />
      </div>
      <div className={classes.cardText} lang={template.language}>
        {template.body}
      </div>
    </div>
  );
}
