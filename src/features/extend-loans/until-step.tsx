import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ExtensionPreview } from '../../../contract/loan-closure.ts';
import { loanClosureCalls } from '../../../contract/loan-closure.ts';
import { DayInput } from '../../components/day-input.tsx';
import { useCallOnce } from '../../data/call-command.ts';
import { addDays, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ExtendedLoans } from './extend-loans-queries.ts';
import classes from './extend-loans.module.css';

const USUAL_DAYS = 30;

/** What is offered at first. */
export const usualDay = (): string => addDays(today(), USUAL_DAYS);

/** What is given of this step so far. */
export interface UntilDraft {
  /** `YYYY-MM-DD`, or null while there is none. */
  readonly day: string | null;
  readonly isOpenEnd: boolean;
}

/** Second step: until when; going on asks the server what that would change. */
export function UntilStep({
  loans,
  draft,
  onDraft,
  onBack,
  onPreview,
}: {
  loans: ExtendedLoans;
  draft: UntilDraft;
  onDraft: (draft: UntilDraft) => void;
  onBack: () => void;
  onPreview: (periodEndsOn: string | null, preview: ExtensionPreview) => void;
}) {
  const t = useText();
  const preview = useCallOnce(loanClosureCalls.previewExtension, { isBlocking: true });
  const { day, isOpenEnd } = draft;
  const [isTried, setTried] = useState(false);
  const goOn = () => {
    setTried(true);
    if (!isOpenEnd && day === null) return;
    const periodEndsOn = isOpenEnd ? null : day;
    preview.mutate(
      { body: { loans, periodEndsOn } },
      { onSuccess: (answer) => onPreview(periodEndsOn, answer) },
    );
  };
  return (
    <div className={classes.step}>
      <DayInput
        label={t('loanLife.until')}
        description={t('loanLife.untilHelp')}
        value={isOpenEnd ? null : day}
        min={today()}
        isDisabled={isOpenEnd}
        isRequired
        error={isTried && !isOpenEnd && day === null ? t('loanLife.chooseDay') : null}
        noDay={null}
        onChange={(next) => onDraft({ ...draft, day: next })}
      />
      <Checkbox
        label={t('loanLife.openEnd')}
        checked={isOpenEnd}
        onChange={(event) => onDraft({ ...draft, isOpenEnd: event.currentTarget.checked })}
      />
      <div className="rc-row-8">
        <Button variant="default" onClick={onBack}>
          {t('loanLife.backStep')}
        </Button>
        <Button loading={preview.isPending} onClick={goOn}>
          {t('loanLife.preview')}
        </Button>
      </div>
    </div>
  );
}
