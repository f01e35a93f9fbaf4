import { useDebouncedValue } from '@mantine/hooks';
import { useWatch } from 'react-hook-form';
import {
  messageTemplateCalls,
  messageTemplateInputSchema,
} from '../../../contract/message-template.ts';
import type { MessageTemplate } from '../../../contract/message-template.ts';
import { Dialog, DialogClose } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { MessageBubble } from './message-bubble.tsx';
import { usePreview, useSaveTemplate } from './message-queries.ts';
import { TemplateFields } from './template-fields.tsx';
import { EVERY_CLIENT, checkTemplate, valuesOf } from './template-form.ts';
import type { TemplateValues } from './template-form.ts';
import classes from './messages.module.css';

interface DialogProps {
  /** Null: a new one. */
  template: MessageTemplate | null;
  isAdmin: boolean;
  onClose: () => void;
}

/** Writes a template, or its next version, beside what it says of a loan. */
export function TemplateDialog(props: DialogProps) {
  const t = useText();
  const { template, onClose } = props;
  return (
    <Dialog
      title={t(template === null ? 'messages.newTemplate' : 'messages.template')}
      size="xl"
      onClose={onClose}
    >
      <div className={classes.form}>
        {template === null || template.canEdit ? (
          <TemplateForm {...props} />
        ) : (
          <>
            <Notice tone="info" title={t('messages.readOnly')} />
            <MessageBubble text={template.body} channel={template.channel} />
            <DialogClose />
          </>
        )}
        {template !== null && props.template !== null && template.version > 1 && (
          <Versions template={template} />
        )}
      </div>
    </Dialog>
  );
}

function TemplateForm({ template, isAdmin }: DialogProps) {
  const t = useText();
  const save = useSaveTemplate();
  return (
    <FormInDialog
      name="messages.template"
      rules={checkTemplate}
      defaults={valuesOf(template)}
      save={({ clientId, isActive, ...words }) => {
        const made = messageTemplateInputSchema.parse({
          ...words,
          clientId: clientId === EVERY_CLIENT ? null : clientId,
        });
        if (template === null) return save.mutateAsync({ id: null, body: made });
        const { name, body, registeredId, sender } = made;
        const { _id: id, version } = template;
        return save.mutateAsync({
          id,
          body: { version, name, body, registeredId, sender, isActive },
        });
      }}
      done={t(template === null ? 'messages.templateAdded' : 'toasts.updated')}
    >
      <TemplateFields isNew={template === null} isAdmin={isAdmin} />
      <LivePreview />
    </FormInDialog>
  );
}

/** What the text says of a loan, a moment after the typing stops. */
function LivePreview() {
  const t = useText();
  const { body, channel } = useWatch<TemplateValues>();
  const [text] = useDebouncedValue(body ?? '', 400);
  const preview = usePreview(
    text.trim() === '' ? null : { body: text.trim(), channel: channel ?? 'SMS' },
  );
  if (preview.data === undefined || text.trim() === '') return null;
  return (
    <section
      className={classes.section}
      aria-label={t('messages.preview', { loan: preview.data.Loan_ID })}
    >
      <h3 className={classes.sectionTitle}>
        {t('messages.preview', { loan: preview.data.Loan_ID })}
      </h3>
      <MessageBubble text={preview.data.text} channel={channel ?? 'SMS'} />
    </section>
  );
}

function Versions({ template }: { template: MessageTemplate }) {
  const t = useText();
  const { data } = useCallQuery(
    messageTemplateCalls.getMessageTemplate,
    { params: { id: template._id } },
    { gcTime: 0, refetchOnWindowFocus: false },
  );
  const earlier = (data?.versions ?? []).filter(({ version }) => version < template.version);
  return (
    <section className={classes.section} aria-label={t('messages.versions')}>
      <h3 className={classes.sectionTitle}>{t('messages.versions')}</h3>
      <Timeline
        label={t('messages.versions')}
        items={earlier.map((one) => ({
          id: String(one.version),
          title: t('words.version', { version: one.version }),
          meta: [formatDayTime(one.createdAt), one.createdBy].filter(Boolean).join(' · '),
          body: <span className={classes.cardText}>{one.body}</span>,
        }))}
      />
    </section>
  );
}
