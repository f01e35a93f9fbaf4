import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { says } from '../../../contract/errors.ts';
import type { CallAnswer } from '../../../contract/call.ts';
import type { MessageRunChoice, messageRunCalls } from '../../../contract/message-run.ts';
import type { MessageChannel } from '../../../contract/message-template.ts';
import { useReasonWords } from '../../components/message-state.tsx';
import type { RequestedLoans } from '../../components/message-request.ts';
import { Notice } from '../../components/notice.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { isStaleError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newId } from '../../offline/id.ts';
import { MessageBubble } from './message-bubble.tsx';
import { useCreateRun, usePreviewRun, useUsableTemplates } from './message-queries.ts';
import { ChannelDialog, useTemplateOptions } from './send-dialog.tsx';
import classes from './messages.module.css';

type Preview = CallAnswer<typeof messageRunCalls.previewMessageRun>;

/** Sends one template to many borrowers: who gets it and who not is shown before it is confirmed. */
export function RunDialog(props: { loans: RequestedLoans; count: number; onClose: () => void }) {
  const t = useText();
  const { loans, count, onClose } = props;
  return (
    <ChannelDialog title={t('messages.runTitle', { count })} first="SMS" onClose={onClose}>
      {(channel) => <RunForm key={channel} channel={channel} choice={loans} />}
    </ChannelDialog>
  );
}

const rules = z.object({ templateId: z.string(says('not-chosen')) });

/** Checks who would get it, then sends just that. */
function RunForm({ channel, choice }: { channel: MessageChannel; choice: MessageRunChoice }) {
  const t = useText();
  const templates = useUsableTemplates(channel);
  const options = useTemplateOptions(templates.data);
  const preview = usePreviewRun();
  const create = useCreateRun();
  const [runId] = useState(newId);
  const { data: checked } = preview;
  if (templates.data?.length === 0) return <Notice tone="info" title={t('messages.noTemplates')} />;
  const defaults: { templateId: string | null } = { templateId: null };
  return (
    <FormInDialog
      name="messages.run"
      rules={rules}
      defaults={defaults}
      hasLeavePrompt={false}
      save={async ({ templateId }) => {
        if (checked === undefined) await preview.mutateAsync({ templateId, choice });
        else {
          const { version, loanIds } = checked;
          // Loans that came since were not counted: they get none.
          const seen = loanIds.length > 0 ? { ...choice, loanIds } : choice;
          try {
            await create.mutateAsync({ _id: runId, templateId, version, choice: seen });
          } catch (error) {
            // What was shown is not what would be sent: it is to be checked once more.
            if (isStaleError(error)) preview.reset();
            throw error;
          }
        }
      }}
      isSaved={() => checked !== undefined}
      done={t('messages.runQueued')}
      {...(checked === undefined
        ? { submitLabel: t('messages.check') }
        : {
            submitLabel: t('messages.confirmRun', { count: checked.willGet }),
            icon: <IconSend size={16} aria-hidden />,
            isSubmitDisabled: checked.willGet === 0,
          })}
    >
      <SelectField
        name="templateId"
        text="messages.template"
        placeholder={t('messages.chooseTemplate')}
        options={options}
        onChanged={preview.reset}
        isRequired={false}
      />
      {checked !== undefined && <WhoGetsIt preview={checked} channel={channel} />}
    </FormInDialog>
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
    <ul className="rc-stack-2 rc-plain-list">
      {leftOut.map(({ reason, loans }) => (
        <li key={reason}>{t('messages.leftOutLine', { reason: words(reason), count: loans })}</li>
      ))}
    </ul>
  );
}
