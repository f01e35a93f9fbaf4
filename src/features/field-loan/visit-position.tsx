import { IconCurrentLocation, IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Position } from '../../../contract/disposition.ts';
import { formatCount } from '../../lib/money.ts';
import { readPosition } from '../../lib/position.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './visit-position.module.css';

/** A position worse than this is only rough, metres. */
const ROUGH_METRES = 200;

/** Where the visit takes place: null while the phone is still looking. */
export interface PositionState {
  position: Position | null;
  again: () => void;
}

/** Asks for the position when the form opens, and again on demand; never holds up the saving. */
export function useVisitPosition(): PositionState {
  const [position, setPosition] = useState<Position | null>(null);
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const read = await readPosition();
      if (!isGone) setPosition(read);
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, []);
  const again = () => {
    setPosition(null);
    const ask = async () => setPosition(await readPosition());
    void ask();
  };
  return { position, again };
}

/** The position with its accuracy, or why there is none and what to do. */
export function VisitPosition({ position, again }: PositionState) {
  const t = useText();
  const isMissing = position !== null && 'missingReason' in position;
  const isRough =
    position !== null && 'accuracyMetres' in position && position.accuracyMetres > ROUGH_METRES;
  const Icon = position === null ? IconCurrentLocation : isMissing ? IconMapPinOff : IconMapPin;
  const tone = position === null ? 'quiet' : isMissing || isRough ? 'warn' : 'good';
  return (
    <section className={classes.frame} data-tone={tone} aria-label={t('fieldLoan.visit.position')}>
      <Icon size={22} stroke={1.7} aria-hidden data-turning={position === null || undefined} />
      <output className={classes.words}>
        <strong>{t('fieldLoan.visit.position')}</strong>
        <PositionWords position={position} isRough={isRough} />
      </output>
      {(isMissing || isRough) && (
        <button type="button" className={classes.again} onClick={again}>
          {t('fieldLoan.visit.positionAgain')}
        </button>
      )}
    </section>
  );
}

function PositionWords({ position, isRough }: { position: Position | null; isRough: boolean }) {
  const t = useText();
  if (position === null) return <span>{t('fieldLoan.visit.positionFinding')}</span>;
  if ('missingReason' in position) {
    return (
      <span>
        {t(`fieldDay.noPosition.${position.missingReason}`)} {t('fieldLoan.visit.positionSaves')}
      </span>
    );
  }
  const key = isRough ? 'positionRough' : 'positionFound';
  const metres = formatCount(Math.round(position.accuracyMetres));
  return <span>{t(`fieldLoan.visit.${key}`, { metres })}</span>;
}
