import { IconCurrentLocation, IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { SAME_VISIT_MS } from '../../../contract/disposition.ts';
import type { Position } from '../../../contract/disposition.ts';
import { useNow } from '../../components/figure.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { readPosition } from '../../lib/position.ts';
import type { PositionMissing } from '../../lib/position.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './visit-position.module.css';

/** A position worse than this is only rough, metres. */
const ROUGH_METRES = 200;
/** How often it is looked whether the position has become one of another time, milliseconds. */
const LOOK_MS = 15_000;

/** Where the visit takes place: null while the phone is still looking. */
export interface PositionState {
  position: Position | null;
  /** When the phone told it, epoch milliseconds of this phone's clock: a position's own time may be another clock's. */
  readAt: number;
  again: () => void;
}

/**
 * Asks for the position when the form opens, on demand, and when what kept it away may be over; never holds up the saving.
 */
export function useVisitPosition(): PositionState {
  const [found, setFound] = useState<{ position: Position; readAt: number } | null>(null);
  const asked = useRef(0);
  const read = useCallback(async () => {
    asked.current += 1;
    const { current } = asked;
    const now = await readNow();
    // Of two that were asked for the later counts.
    if (asked.current === current) setFound(now);
  }, []);
  useEffect(() => {
    void read();
    return () => void (asked.current += 1);
  }, [read]);
  const again = useCallback(() => {
    setFound(null);
    void read();
  }, [read]);
  const missing =
    found !== null && 'missingReason' in found.position ? found.position.missingReason : null;
  useEffect(() => (missing === null ? undefined : watchPosition(missing, again)), [missing, again]);
  return { position: found?.position ?? null, readAt: found?.readAt ?? 0, again };
}

/** Calls once the position may be had: it is allowed by now, or the app is back from the phone's settings. */
function watchPosition(missing: PositionMissing, mayBeHad: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  if (missing === 'DENIED') void watchPermission(mayBeHad, signal).catch(() => undefined);
  else {
    const look = () => document.visibilityState === 'visible' && mayBeHad();
    document.addEventListener('visibilitychange', look, { signal });
  }
  return () => ending.abort();
}

/** Asking again before it is allowed would only bring the browser's question again and again. */
async function watchPermission(isGranted: () => void, signal: AbortSignal): Promise<void> {
  const permissions = (navigator as Partial<Navigator>).permissions;
  const permission = await permissions?.query({ name: 'geolocation' });
  permission?.addEventListener('change', () => permission.state === 'granted' && isGranted(), {
    signal,
  });
}

const readNow = async () => ({ position: await readPosition(), readAt: Date.now() });

/** The position with its accuracy, or why there is none and what to do. */
export function VisitPosition({ position, readAt, again }: PositionState) {
  const t = useText();
  const isMissing = position !== null && 'missingReason' in position;
  const isRough =
    position !== null && 'accuracyMetres' in position && position.accuracyMetres > ROUGH_METRES;
  const now = useNow(LOOK_MS);
  // The form was opened on the way, or stood open since; or the clock was set back under it, and nothing tells how long.
  const isOld = position !== null && !isMissing && Math.abs(now - readAt) > SAME_VISIT_MS;
  const isDoubtful = isMissing || isRough || isOld;
  const Icon = position === null ? IconCurrentLocation : isMissing ? IconMapPinOff : IconMapPin;
  const tone = position === null ? 'quiet' : isDoubtful ? 'warn' : 'good';
  return (
    <section className={classes.frame} data-tone={tone} aria-label={t('fieldLoan.visit.position')}>
      <Icon size={22} stroke={1.7} aria-hidden data-turning={position === null || undefined} />
      <output className={classes.words}>
        <strong>{t('fieldLoan.visit.position')}</strong>
        <PositionWords position={position} isRough={isRough} oldOf={isOld ? readAt : null} />
      </output>
      {isDoubtful && (
        <button type="button" className={classes.again} onClick={again}>
          {t('fieldLoan.visit.positionAgain')}
        </button>
      )}
    </section>
  );
}

function PositionWords({
  position,
  isRough,
  oldOf,
}: {
  position: Position | null;
  isRough: boolean;
  /** When it was read, where that is long ago. */
  oldOf: number | null;
}) {
  const t = useText();
  if (position === null) return <span>{t('fieldLoan.visit.positionFinding')}</span>;
  if ('missingReason' in position) {
    return (
      <span>
        {t(`fieldDay.noPosition.${position.missingReason}`)} {t('fieldLoan.visit.positionSaves')}
      </span>
    );
  }
  if (oldOf !== null)
    return <span>{t('fieldLoan.visit.positionOld', { when: formatDayTime(oldOf) })}</span>;
  const key = isRough ? 'positionRough' : 'positionFound';
  const metres = formatCount(Math.round(position.accuracyMetres));
  return <span>{t(`fieldLoan.visit.${key}`, { metres })}</span>;
}
