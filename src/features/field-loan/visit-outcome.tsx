import {
  IconCalendarDollar,
  IconCalendarEvent,
  IconCash,
  IconChevronDown,
  IconMessage2,
  IconUserOff,
} from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { DispositionCode } from '../../../contract/disposition.ts';
import { useText } from '../../lib/texts/texts.ts';
import { codeWords } from './code-words.ts';
import { outcomeGroupOf, outcomeGroups } from './visit-choices.ts';
import type { OutcomeGroup } from './visit-choices.ts';
import type { VisitValues } from './visit-form.ts';
import classes from './visit-outcome.module.css';

const ICONS = {
  paid: IconCash,
  promise: IconCalendarDollar,
  met: IconMessage2,
  notMet: IconUserOff,
  callback: IconCalendarEvent,
} satisfies Record<OutcomeGroup | 'callback', unknown>;

function iconNameOf(code: DispositionCode): keyof typeof ICONS {
  return code.disposition_class === 'CALLBACK' ? 'callback' : outcomeGroupOf(code);
}

/** What came of the visit: large buttons by kind; once chosen, only the choice stands there. */
export function VisitOutcome({ codes }: { codes: readonly DispositionCode[] }) {
  const t = useText();
  const id = useId();
  const { field, fieldState } = useController<VisitValues, 'disposition'>({ name: 'disposition' });
  const chosen = codes.find((code) => code.code === field.value);
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    if (fieldState.error !== undefined) frame.current?.scrollIntoView({ block: 'center' });
  }, [fieldState.error]);
  const choose = (code: string) => {
    field.onChange(code);
    setOpen(false);
  };
  return (
    <section ref={frame} className="rc-stack-12" aria-labelledby={id}>
      <h2 id={id} className="rc-title">
        {t('fieldLoan.visit.outcome')}
      </h2>
      {chosen !== undefined && !isOpen ? (
        <ChosenCode code={chosen} onChange={() => setOpen(true)} />
      ) : (
        outcomeGroups(codes).map(({ group, codes: choices }) => (
          <div key={group} className="rc-stack-6" data-group={group}>
            <h3 className={classes.groupTitle}>{t(`fieldLoan.visit.group.${group}`)}</h3>
            <div className={classes.choices}>
              {choices.map((code) => (
                <OutcomeButton
                  key={code.code}
                  code={code}
                  isChosen={code.code === field.value}
                  onChoose={choose}
                />
              ))}
            </div>
          </div>
        ))
      )}
      {fieldState.error !== undefined && (
        <p className={classes.error} role="alert">
          {fieldState.error.message}
        </p>
      )}
    </section>
  );
}

function OutcomeButton(props: {
  code: DispositionCode;
  isChosen: boolean;
  onChoose: (code: string) => void;
}) {
  const t = useText();
  const { code, isChosen, onChoose } = props;
  const group = outcomeGroupOf(code);
  const Icon = ICONS[iconNameOf(code)];
  return (
    <button
      type="button"
      className={classes.choice}
      data-group={group}
      aria-pressed={isChosen}
      onClick={() => onChoose(code.code)}
    >
      <Icon size={20} stroke={1.7} aria-hidden />
      {codeWords(t, code)}
    </button>
  );
}

function ChosenCode({ code, onChange }: { code: DispositionCode; onChange: () => void }) {
  const t = useText();
  const group = outcomeGroupOf(code);
  const Icon = ICONS[iconNameOf(code)];
  return (
    <button
      type="button"
      className={classes.chosen}
      data-group={group}
      aria-expanded={false}
      onClick={onChange}
    >
      <Icon size={22} stroke={1.7} aria-hidden />
      <span className={classes.chosenLabel}>{codeWords(t, code)}</span>
      <span className={classes.change}>
        {t('words.change')}
        <IconChevronDown size={16} stroke={1.8} aria-hidden />
      </span>
    </button>
  );
}
