import type { ReactNode } from 'react';
import { IconPhotoExclamation, IconRouteX } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Disposition, EarlierVisit } from '../../contract/disposition.ts';
import { formatDayTime } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import { PositionText } from './position-text.tsx';
import type { ShownPosition } from './position-text.tsx';
import classes from './visit-marks.module.css';

/** Where a loan is opened; null where the reader has no screen of a loan. */
export type LoanHref = ((loanId: string) => string) | null;

/** The earlier visits that files stand on. */
export const earlierVisitsOf = (
  files: readonly { earlierVisit?: EarlierVisit | undefined }[],
): EarlierVisit[] => files.flatMap(({ earlierVisit }) => earlierVisit ?? []);

/** Says of a visit's pictures which earlier visits have them too, once for each. */
export function SeenPictures(props: { earlier: readonly EarlierVisit[]; loanHref: LoanHref }) {
  const t = useText();
  const visits = new Map(props.earlier.map((visit) => [visit.dispositionId, visit]));
  return [...visits].map(([id, visit]) => (
    <VisitMark
      key={id}
      icon={<IconPhotoExclamation size={15} stroke={1.7} aria-hidden />}
      words={t('contacts.seenPicture', { when: formatDayTime(visit.disCreatedAt) })}
      visit={visit}
      loanHref={props.loanHref}
    />
  ));
}

/** Where a visit was recorded; and of one that nobody can have come to from the visit before, how far that is. */
export function VisitPlace({
  visit: { position, disCreatedAt, tooFarFrom },
  loanHref,
}: {
  visit: {
    position: ShownPosition;
    disCreatedAt: string;
    tooFarFrom?: Disposition['tooFarFrom'];
  };
  loanHref: LoanHref;
}) {
  const t = useText();
  return (
    <>
      <PositionText position={position} at={disCreatedAt} />
      {tooFarFrom !== undefined && (
        <VisitMark
          icon={<IconRouteX size={15} stroke={1.7} aria-hidden />}
          words={t('contacts.tooFar', {
            kilometres: Math.round(tooFarFrom.metres / 1000),
            when: formatDayTime(tooFarFrom.disCreatedAt),
          })}
          visit={tooFarFrom}
          loanHref={loanHref}
        />
      )}
    </>
  );
}

/** What speaks against a visit, with the earlier one that it is about. */
function VisitMark({
  icon,
  words,
  visit,
  loanHref,
}: {
  icon: ReactNode;
  words: string;
  visit: EarlierVisit;
  loanHref: LoanHref;
}) {
  const whole = [words, visit.Loan_ID, visit.Agent_Name].filter(Boolean).join(' · ');
  return (
    <span className={classes.mark}>
      {icon}
      {loanHref === null || visit.loanId === null ? (
        whole
      ) : (
        <Link to={loanHref(visit.loanId)}>{whole}</Link>
      )}
    </span>
  );
}
