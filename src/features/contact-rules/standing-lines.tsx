import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { contactGateCalls } from '../../../contract/contact-gate.ts';
import type { AvoidTime, ContactHold } from '../../../contract/contact-record.ts';
import { useRightNow } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { formatClock, formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { WEEKDAYS, weekdayWords } from './policy-words.ts';
import { mayWithStanding } from './standing-queries.ts';
import type { Standing } from './standing-queries.ts';
import classes from './contact-rules.module.css';

const TICK_MS = 30_000;
/** Holds that are over, beside those that stand. */
const MOST_OVER = 3;

interface LinesProps {
  loanId: string;
  standing: Standing;
  onEndHold: (holdId: string) => void;
}

/** Each hold, time to avoid and wrong number as a line with what ends it; says so when there is none. */
export function StandingLines({ loanId, standing, onEndHold }: LinesProps) {
  const t = useText();
  const now = useRightNow(TICK_MS);
  const { avoidTimes, numbers, timeZone } = standing;
  const holds = standing.holds.map((hold) => ({ hold, overSince: overSince(hold, now) }));
  const standingHolds = holds.filter((each) => each.overSince === null);
  const overHolds = holds.filter((each) => each.overSince !== null).slice(0, MOST_OVER);
  const isFree = standingHolds.length + avoidTimes.length + numbers.length === 0;
  return (
    <>
      {isFree && <p className="rc-quiet-small">{t('contactRules.nothing')}</p>}
      <ul className={classes.list}>
        {[...standingHolds, ...overHolds].map((each) => (
          <HoldLine key={each.hold._id} {...each} onEnd={() => onEndHold(each.hold._id)} />
        ))}
        {avoidTimes.map((time) => (
          <AvoidLine key={time._id} loanId={loanId} time={time} />
        ))}
        {numbers.map((number) => (
          <NumberLine key={number._id} loanId={loanId} number={number} />
        ))}
      </ul>
      {timeZone !== null && (
        <p className="rc-quiet-small">{t('contactRules.ownZone', { zone: timeZone })}</p>
      )}
    </>
  );
}

/** The instant from which a hold is over, or null while it stands. */
function overSince({ endedAt, endsAt }: ContactHold, now: number): string | null {
  const ends = [endedAt, endsAt].filter((each) => each !== null).toSorted();
  const [first] = ends;
  return first !== undefined && Date.parse(first) <= now ? first : null;
}

const joined = (parts: readonly (string | null | false)[]) =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ');

function HoldLine(props: { hold: ContactHold; overSince: string | null; onEnd: () => void }) {
  const t = useText();
  const { hold, overSince: since } = props;
  const { channel } = hold;
  const kind = t(`contactRules.kind${hold.kind}`);
  const words = channel === null ? t('contactRules.holdAll') : t(`gate.${channel}`);
  const end =
    since !== null
      ? t('contactRules.over', { when: formatDayTime(since) })
      : hold.endsAt === null
        ? t('gate.noEnd')
        : t('gate.until', { when: formatDayTime(hold.endsAt) });
  return (
    <Line
      title={t('contactRules.holdLine', { kind, channel: words })}
      isOver={since !== null}
      about={joined([
        end,
        hold.note,
        hold.createdBy,
        since !== null && hold.endNote,
        since !== null && hold.endedBy,
      ])}
    >
      {since === null ? (
        mayWithStanding('endHold') && (
          <LineButton
            words={t('contactRules.endHold')}
            label={`${t('contactRules.endHold')}: ${kind}`}
            onClick={props.onEnd}
          />
        )
      ) : (
        <StatusChip tone="quiet" label={t('contactRules.isOver')} />
      )}
    </Line>
  );
}

function daysWords(t: TFunction, weekdays: readonly number[]): string {
  if (WEEKDAYS.every((day) => weekdays.includes(day))) return t('contactRules.everyDay');
  return WEEKDAYS.filter((day) => weekdays.includes(day))
    .map((day) => weekdayWords(t, day))
    .join(', ');
}

function AvoidLine({ loanId, time }: { loanId: string; time: AvoidTime }) {
  const t = useText();
  const end = useCallCommand(contactGateCalls.endAvoidTime, { changes: [{ id: loanId }] });
  const words = t('contactRules.avoidLine', {
    days: daysWords(t, time.weekdays),
    from: formatClock(time.from),
    to: formatClock(time.to),
  });
  const until = time.untilDay && t('gate.until', { when: formatDay(time.untilDay) });
  return (
    <Line
      title={`${t('contactRules.avoid')}: ${words}`}
      about={joined([until, time.note, time.createdBy])}
    >
      {mayWithStanding('avoid') && (
        <LineButton
          words={t('common.remove')}
          label={`${t('common.remove')}: ${words}`}
          isLoading={end.isPending}
          onClick={() =>
            whenDone(end.mutateAsync({ params: { id: time._id } }), () =>
              showSuccess(t('contactRules.removed')),
            )
          }
        />
      )}
    </Line>
  );
}

function NumberLine(props: { loanId: string; number: Standing['numbers'][number] }) {
  const t = useText();
  const { number } = props;
  const free = useCallCommand(contactGateCalls.unblockNumber, { changes: [{ id: props.loanId }] });
  return (
    <Line
      title={`${t('words.wrongNumber')}: ${formatPhone(number.number)}`}
      about={joined([number.note, number.createdBy, formatDay(number.createdAt)])}
    >
      {mayWithStanding('freeNumber') && (
        <LineButton
          words={t('contactRules.unblock')}
          label={t('contactRules.unblockOf', { number: formatPhone(number.number) })}
          isLoading={free.isPending}
          onClick={() =>
            whenDone(free.mutateAsync({ params: { id: number._id } }), () =>
              showSuccess(t('contactRules.numberFree')),
            )
          }
        />
      )}
    </Line>
  );
}

function Line(props: { title: string; about: string; isOver?: boolean; children: ReactNode }) {
  return (
    <li className={classes.line} data-over={props.isOver || undefined}>
      <span className={classes.words}>
        <strong>{props.title}</strong>
        <span className="rc-quiet-small">{props.about}</span>
      </span>
      {props.children}
    </li>
  );
}

function LineButton(props: {
  words: string;
  label: string;
  isLoading?: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.touch}
      aria-label={props.label}
      loading={props.isLoading ?? false}
      onClick={props.onClick}
    >
      {props.words}
    </Button>
  );
}
