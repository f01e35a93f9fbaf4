import { IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { SAME_VISIT_MS } from '../../contract/disposition.ts';
import { formatDayTime } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './position-text.module.css';

/** Where a visit was recorded, or why that is not known. Degrees and metres. */
export type ShownPosition =
  | { latitude: number; longitude: number; accuracyMetres: number; takenAt?: string }
  | { missingReason: 'DENIED' | 'UNAVAILABLE' | 'TIMEOUT' | 'UNSUPPORTED' };

/** A position as a link to the map with its accuracy, and its time where that is not the visit's; or why there is none. */
export function PositionText({ position, at }: { position: ShownPosition; at: string }) {
  const t = useText();
  if ('missingReason' in position) {
    return (
      <span className={classes.missing}>
        <IconMapPinOff size={15} stroke={1.7} aria-hidden />
        {t(`contacts.noPosition.${position.missingReason}`)}
      </span>
    );
  }
  const { latitude, longitude, accuracyMetres, takenAt } = position;
  const isOther =
    takenAt !== undefined && Math.abs(Date.parse(takenAt) - Date.parse(at)) > SAME_VISIT_MS;
  return (
    <a
      className={classes.link}
      href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
      target="_blank"
      rel="noreferrer"
    >
      <IconMapPin size={15} stroke={1.7} aria-hidden />
      {t('contacts.position', { metres: Math.round(accuracyMetres) })}
      {isOther && ` · ${t('contacts.positionOfOther', { when: formatDayTime(takenAt) })}`}
    </a>
  );
}
