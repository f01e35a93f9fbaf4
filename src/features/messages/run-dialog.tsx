import { Button, Modal, SegmentedControl, Select } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { CallAnswer } from '../../../contract/call.ts';
import type { MessageRunChoice, messageRunCalls } from '../../../contract/message-run.ts';
import type { MessageChannel } from '../../../contract/message-template.ts';
import { useReasonWords } from '../../components/message-state.tsx';
import type { RequestedLoans } from '../../components/message-request.ts';
import { Notice } from '../../components/notice.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { MessageBubble } from './message-bubble.tsx';
import { useCreateRun, usePreviewRun, useUsableTemplates } from './message-queries.ts';
import { useTemplateOptions } from './send-dialog.tsx';
import classes from './messages.module.css';

type Preview = CallAnswer<typeof messageRunCalls.previewMessageRun>;

/** Sends one template to many borrowers: who gets it and who not is shown before it is confirmed. */
export function RunDialog(props: { loans: RequestedLoans; count: number; onClose: () => void }) {
  const t = useText();
  useFocusReturn();
  const { onClose } = props;
  const [channel, setChannel] = useState<MessageChannel>('SMS');
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('messages.runTitle', { count: props.count })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.form}>
        <SegmentedControl
          aria-label={t('messages.channel')}
          fullWidth
          value={channel}
          onChange={setChannel}
          data={[
            { value: 'SMS', label: t('messages.SMS') },
            { value: 'WHATSAPP', label: t('messages.WHATSAPP') },
          ]}
        />
        <RunForm key={channel} channel={channel} choice={props.loans} onClose={onClose} />
      </div>
    </Modal>
  );
}

interface RunProps {
  channel: MessageChannel;
  choice: MessageRunChoice;
  onClose: () => void;
}

/** What is chosen, who would get it, and the confirming of just that. */
function useRunDraft({ choice, onClose }: RunProps) {
  const t = useText();
  const [templateId, setTemplateId] = useState<string | null>(null);
  const preview = usePreviewRun();
  const create = useCreateRun();
  const [runId] = useState(newId);
  return {
    templateId,
    choose: (next: string | null) => {
      setTemplateId(next);
      preview.reset();
    },
    preview,
    isSending: create.isPending,
    check: () => {
      if (templateId !== null) preview.mutate({ templateId, choice });
    },
    confirm: () => {
      if (templateId === null) return;
      create.mutate(
        { _id: runId, templateId, choice },
        {
          onSuccess: () => {
            showSuccess(t('messages.runQueued'));
            onClose();
          },
        },
      );
    },
  };
}

function RunForm(props: RunProps) {
  const t = useText();
  const { channel, onClose } = props;
  const templates = useUsableTemplates(channel);
  const options = useTemplateOptions(templates.data);
  const draft = useRunDraft(props);
  const { preview } = draft;
  if (templates.data?.length === 0) return <Notice tone="info" title={t('messages.noTemplates')} />;
  const willGet = preview.data?.willGet ?? 0;
  return (
    <>
      <Select
        label={t('messages.template')}
        placeholder={t('messages.chooseTemplate')}
        data={options}
        searchable={options.length > 8}
        value={draft.templateId}
        onChange={draft.choose}
        data-autofocus
      />
      {preview.data !== undefined && <WhoGetsIt preview={preview.data} channel={channel} />}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        {preview.data === undefined ? (
          <Button
            disabled={draft.templateId === null}
            loading={preview.isPending}
            onClick={draft.check}
          >
            {t('messages.check')}
          </Button>
        ) : (
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={willGet === 0}
            loading={draft.isSending}
            onClick={draft.confirm}
          >
            {t('messages.confirmRun', { count: willGet })}
          </Button>
        )}
      </div>
    </>
  );
}

function WhoGetsIt({ preview, channel }: { preview: Preview; channel: MessageChannel }) {
  const t = useText();
  const { totalLoans, willGet, leftOut, sample, segments } = preview;
  return (
    <>
      <Notice
        tone={willGet === 0 ? 'warn' : 'info'}
        title={willGet === 0 ? t('messages.nobody') : t('messages.willGet', { count: willGet })}
      >
        {t('messages.ofLoans', { count: totalLoans })}
        {willGet > 0 && channel === 'SMS' && ` ${t('messages.segments', { count: segments })}`}
      </Notice>
      {leftOut.length > 0 && (
        <section aria-label={t('messages.leftOut')}>
          <h3 className={classes.sectionTitle}>{t('messages.leftOut')}</h3>
          <LeftOutList leftOut={leftOut} />
        </section>
      )}
      {sample !== null && (
        <section className={classes.section} aria-label={t('messages.sample')}>
          <h3 className={classes.sectionTitle}>{t('messages.sample')}</h3>
          <MessageBubble text={sample} channel={channel} />
        </section>
      )}
    </>
  );
}

/** How many borrowers get none, by reason, the most first. */
export function LeftOutList({ leftOut }: { leftOut: Preview['leftOut'] }) {
  const t = useText();
  const words = useReasonWords();
  return (
    <ul className={classes.reasons}>
      {leftOut.map(({ reason, loans }) => (
        <li key={reason}>{t('messages.leftOutLine', { reason: words(reason), count: loans })}</li>
      ))}
    </ul>
  );
}
