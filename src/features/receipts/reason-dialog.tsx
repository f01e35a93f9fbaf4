import { Button, Modal } from '@mantine/core';
import { useMemo } from 'react';
import { z } from 'zod';
import { TextAreaField } from '../../components/form-field.tsx';
import { FormFrame, useSchemaForm } from '../../components/form.tsx';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './receipts.module.css';

const LONGEST_REASON = 300;
const SHORTEST_REASON = 3;

/** Asks why something is cancelled: it stands in the books for good. */
export function ReasonDialog(props: {
  title: string;
  body: string;
  action: string;
  isBusy: boolean;
  onReason: (reason: string) => void;
  onClose: () => void;
}) {
  const t = useText();
  useFocusReturn();
  const schema = useMemo(
    () =>
      z.object({
        reason: z
          .string()
          .trim()
          .min(SHORTEST_REASON, t('receipts.reasonMissing'))
          .max(LONGEST_REASON),
      }),
    [t],
  );
  const form = useSchemaForm(schema, { reason: '' });
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FormFrame
        form={form}
        label={props.title}
        hasLeavePrompt={false}
        onSubmit={({ reason }) => props.onReason(reason)}
        actions={
          <>
            <Button variant="default" onClick={props.onClose}>
              {t('receipts.keep')}
            </Button>
            <Button type="submit" color="red" loading={props.isBusy}>
              {props.action}
            </Button>
          </>
        }
      >
        <p className={classes.quiet}>{props.body}</p>
        <TextAreaField
          name="reason"
          label={t('receipts.reason')}
          isRequired
          maxLength={LONGEST_REASON}
        />
      </FormFrame>
    </Modal>
  );
}
