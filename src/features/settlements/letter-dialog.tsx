import { useState } from 'react';
import { MOST_LETTER_BYTES, settlementCalls } from '../../../contract/settlement-calls.ts';
import type { SettlementDetail } from '../../../contract/settlement.ts';
import { textSchema } from '../../../contract/values.ts';
import { FileField } from '../../components/file-field.tsx';
import { oneFile } from '../../components/file-rules.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useOnline } from '../../lib/use-online.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { refusalWords } from '../../lib/error-words.ts';
import { isOfTheLetter, lackOf } from './settlement-queries.ts';
import type { LetterLack } from './settlement-queries.ts';

const UPLOAD_TIMEOUT_MS = 120_000;
const rules = oneFile.extend({ confirmReason: textSchema(500) });

/** Uploads the client's letter; one that differs from the approval asks for a reason. */
export function LetterDialog(props: {
  settlement: SettlementDetail;
  onClose: (isSaved: boolean) => void;
}) {
  const { settlement, onClose } = props;
  const t = useText();
  const isOnline = useOnline();
  const [lack, setLack] = useState<LetterLack | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const upload = useCallCommand(settlementCalls.uploadLetter, {
    timeoutMs: UPLOAD_TIMEOUT_MS,
    changes: ['notifications', 'loans'],
    isQuiet: true,
  });
  const forgetRefusal = () => {
    setLack(null);
    setRefused(null);
  };
  return (
    <DialogForm
      name="settlements.letterTitle"
      about={settlement._id}
      title={t('settlements.letterTitle')}
      rules={rules}
      defaults={{ file: [], confirmReason: '' }}
      save={({ file, confirmReason }) =>
        upload.mutateAsync({
          query: { id: settlement._id },
          body: { confirmReason: lack === null ? '' : confirmReason },
          files: { letter: [file] },
        })
      }
      done={t('toasts.updated')}
      submitLabel={t('settlements.action.ISSUE_LETTER')}
      isSubmitDisabled={!isOnline}
      onRefused={(error) => {
        const found = lackOf(error);
        setLack(found);
        const isOfLetter = found === null && isOfTheLetter(error);
        setRefused(isOfLetter ? refusalWords(error) : null);
        return found !== null || isOfLetter;
      }}
      onClose={onClose}
    >
      <FileField
        name="file"
        label={t('settlements.letterTitle')}
        endings={['.pdf', '.jpg', '.jpeg', '.png']}
        maxBytes={MOST_LETTER_BYTES}
        onChanged={forgetRefusal}
        hint={t('settlements.letterHint')}
      />
      {lack !== null && <Differs lack={lack} />}
      {refused !== null && <Notice tone="warn" title={refused} isAlert />}
      {!isOnline && <Notice tone="warn" title={t('settlements.offline')} />}
    </DialogForm>
  );
}

/** What the letter does not say, and why it is uploaded all the same. */
function Differs({ lack: { findings, others } }: { lack: LetterLack }) {
  const t = useText();
  const what = findings.map((one) => t(`settlements.finding.${one}`)).join(', ');
  return (
    <>
      <Notice tone="warn" title={t('settlements.letterDiffers')} isAlert>
        {t('settlements.letterLacks', { what })}{' '}
        {others.length > 0 &&
          t('settlements.letterOthers', { loans: others.join(', '), count: others.length })}
      </Notice>
      <TextAreaField name="confirmReason" text="settlements.letterConfirm" maxLength={500} />
    </>
  );
}
