import { Button } from '@mantine/core';
import { IconClockOff, IconHandStop, IconPhoneX, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { Awaited } from '../../components/loaded.tsx';
import type { ContactStandingProps } from '../../components/contact-standing-slot.tsx';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { OpenException } from './open-exceptions.tsx';
import { AvoidDialog, EndHoldDialog, HoldDialog } from './standing-dialogs.tsx';
import { StandingLines } from './standing-lines.tsx';
import { NumberDialog, ZoneDialog } from './standing-number-dialogs.tsx';
import { mayWithStanding, useStanding } from './standing-queries.ts';
import type { Standing } from './standing-queries.ts';
import classes from './contact-rules.module.css';

type Asked = 'hold' | 'avoid' | 'wrongNumber' | 'zone';

/** What stands against contacts with a loan's borrower: holds, times to avoid, wrong numbers, exceptions that are asked for. */
export function ContactStandingPanel({ loanId, numbers }: ContactStandingProps) {
  const t = useText();
  const standing = useStanding(loanId);
  return (
    <Panel title={t('contactRules.record')}>
      {standing.data !== undefined ? (
        <ShownStanding loanId={loanId} numbers={numbers} standing={standing.data} />
      ) : (
        <Awaited of={standing} rows={2} />
      )}
    </Panel>
  );
}

function ShownStanding(props: ContactStandingProps & { standing: Standing }) {
  const { loanId, standing } = props;
  const t = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [endedHold, setEndedHold] = useState<string | null>(null);
  const close = () => setAsked(null);
  const open = standing.exceptions.filter(({ state }) => state === 'OPEN');
  return (
    <>
      {mayWithStanding('decide') && open.length > 0 && (
        <ul className={classes.list} aria-label={t('contactRules.exceptions')}>
          {open.map((exception) => (
            <OpenException key={exception._id} exception={exception} />
          ))}
        </ul>
      )}
      <StandingLines loanId={loanId} standing={standing} onEndHold={setEndedHold} />
      <StandingButtons onAsk={setAsked} />
      {asked === 'hold' && <HoldDialog loanId={loanId} onClose={close} />}
      {asked === 'avoid' && <AvoidDialog loanId={loanId} onClose={close} />}
      {asked === 'wrongNumber' && <NumberDialog {...props} onClose={close} />}
      {asked === 'zone' && <ZoneDialog loanId={loanId} standing={standing} onClose={close} />}
      {endedHold !== null && (
        <EndHoldDialog loanId={loanId} holdId={endedHold} onClose={() => setEndedHold(null)} />
      )}
    </>
  );
}

const BUTTONS = [
  { asked: 'hold', words: 'contactRules.hold', icon: IconHandStop },
  { asked: 'avoid', words: 'contactRules.addAvoid', icon: IconClockOff },
  { asked: 'wrongNumber', words: 'contactRules.markWrong', icon: IconPhoneX },
  { asked: 'zone', words: 'contactRules.changeZone', icon: IconWorld },
] as const;

function StandingButtons({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const t = useText();
  return (
    <div className={classes.standingButtons}>
      {BUTTONS.filter(({ asked }) => mayWithStanding(asked)).map(({ asked, words, icon: Icon }) => (
        <Button
          key={asked}
          variant="default"
          size="xs"
          className={classes.touch}
          leftSection={<Icon size={15} aria-hidden />}
          onClick={() => onAsk(asked)}
        >
          {t(words)}
        </Button>
      ))}
    </div>
  );
}
