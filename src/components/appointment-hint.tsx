import { judgeContact } from '../../contract/contact-judge.ts';
import type { ContactFacts } from '../../contract/contact-rules.ts';
import { instantOf } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import { gateReasonWords } from './contact-gate-words.ts';
import { Notice } from './notice.tsx';
import { NO_DAY } from './use-typed-day.ts';

/** Says beside an appointment that the gate will forbid the contact then; it may be right all the same, so it is not refused. */
export function AppointmentHint(props: {
  /** The loan's rules; undefined: none came with it. */
  facts: ContactFacts | undefined;
  channel: 'CALL' | 'VISIT';
  /** `YYYY-MM-DD` and `HH:mm`; null and '' while they are not given. */
  day: string | null;
  time: string;
}) {
  const t = useText();
  const { facts, channel, day, time } = props;
  const isGiven = facts !== undefined && day !== null && day !== NO_DAY && time !== '';
  const verdict = isGiven
    ? judgeContact(facts, { channel, number: null, at: new Date(instantOf(day, time)) })
    : null;
  const reason = verdict?.reason ?? null;
  // What is read out when it appears has to be there before.
  return (
    <output>
      {reason !== null && (
        <Notice
          tone="warn"
          title={t(`gate.${channel === 'CALL' ? 'noCallThen' : 'noVisitThen'}`, {
            reason: gateReasonWords(t, reason, verdict?.until ?? null),
          })}
        />
      )}
    </output>
  );
}
