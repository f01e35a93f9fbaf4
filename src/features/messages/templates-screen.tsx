import { ActionIcon, Button } from '@mantine/core';
import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import {
  MESSAGE_CHANNELS,
  MESSAGE_LANGUAGES,
  messageTemplateCalls,
} from '../../../contract/message-template.ts';
import type { MessageTemplate } from '../../../contract/message-template.ts';
import { textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { TemplateDialog } from './template-dialog.tsx';
import classes from './messages.module.css';

const FILTERS = { search: 'text', channel: 'text', language: 'text', active: 'text' } as const;

/** `/message-templates` (ours): the texts that borrowers may get, per lender, channel and language. */
export function TemplatesScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const url = useListState(messageTemplateCalls.listMessageTemplates.query, FILTERS, {
    isSizeChosen: true,
  });
  const templates = useCallQuery(
    messageTemplateCalls.listMessageTemplates,
    { query: url.asked },
    { keepsPrevious: true },
  );
  const [opened, setOpened] = useState<MessageTemplate | 'new' | null>(null);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      {t('messages.addTemplate')}
    </Button>
  );
  return (
    <ListPage<MessageTemplate>
      name="message-templates"
      title={t('menu.messageTemplates')}
      actions={add}
      isCounted
      columns={useColumns()}
      list={templates}
      state={url}
      search={t('messages.searchTemplates')}
      fields={useFields()}
      rowLabel={(template) => template.name}
      rowActions={openWith(setOpened, t('common.edit'), t('common.details'))}
      empty={
        <EmptyState title={t('messages.noTemplatesTitle')} body={t('messages.noTemplatesBody')} />
      }
    >
      {opened !== null && (
        <TemplateDialog
          template={opened === 'new' ? null : opened}
          isAdmin={user.role !== 'CLIENT_ADMIN'}
          onClose={() => setOpened(null)}
        />
      )}
    </ListPage>
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

function useFields(): FilterField[] {
  const t = useText();
  return [
    choiceField(
      'channel',
      t('fieldNames.channel'),
      choices(MESSAGE_CHANNELS, (one) => t(`messages.${one}`)),
    ),
    choiceField(
      'language',
      t('frame.language'),
      choices(MESSAGE_LANGUAGES, (one) => t(`messages.languages.${one}`)),
    ),
    choiceField('active', t('messages.use'), [
      { value: 'yes', label: t('messages.inUse') },
      { value: 'no', label: t('messages.outOfUse') },
    ]),
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
  return [
    {
      key: 'name',
      title: t('messages.templateName'),
      isFixed: true,
      render: (template) => (
        <TwoLines
          first={template.name}
          second={`${t(`messages.${template.channel}`)} · ${t(`messages.languages.${template.language}`)}`}
        />
      ),
    },
    {
      key: 'body',
      title: t('messages.text'),
      card: 'line',
      render: (template) => (
        <span className={classes.text} lang={template.language}>
          {template.body}
        </span>
      ),
    },
    textColumn(
      'client',
      t('words.client'),
      (template) => template.Client_Name ?? t('words.everyClient'),
    ),
    textColumn(
      'registeredId',
      t('messages.registeredId'),
      (template) => [template.registeredId, template.sender].filter(Boolean).join(' · ') || '–',
      { file: [{ of: ({ registeredId }) => registeredId }] },
    ),
    {
      key: 'use',
      title: t('messages.use'),
      card: 'aside',
      render: (template) => <UseChip template={template} />,
      file: [
        {
          of: ({ isActive }) => isActive,
          words: (isActive) => t(isActive === 'true' ? 'messages.inUse' : 'messages.outOfUse'),
        },
      ],
    },
  ];
}
