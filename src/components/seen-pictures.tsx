import { IconPhotoExclamation } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { EarlierVisit } from '../../contract/disposition.ts';
import { formatDayTime } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './seen-pictures.module.css';

/** Where a loan is opened; null where the reader has no screen of a loan. */
export type LoanHref = ((loanId: string) => string) | null;

/** The earlier visits that files stand on. */
export const earlierVisitsOf = (
  files: readonly { earlierVisit?: EarlierVisit | undefined }[],
): EarlierVisit[] => files.flatMap(({ earlierVisit }) => earlierVisit ?? []);

/** Says of a visit's pictures which earlier visits have them too, once for each. */
export function SeenPictures(props: { earlier: readonly EarlierVisit[]; loanHref: LoanHref }) {
  const visits = new Map(props.earlier.map((visit) => [visit.dispositionId, visit]));
  return [...visits].map(([id, visit]) => (
    <SeenPicture key={id} visit={visit} loanHref={props.loanHref} />
  ));
}

function SeenPicture({ visit, loanHref }: { visit: EarlierVisit; loanHref: LoanHref }) {
  const t = useText();
  const when = formatDayTime(visit.disCreatedAt);
  const words = [t('contacts.seenPicture', { when }), visit.Loan_ID, visit.Agent_Name]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className={classes.seen}>
      <IconPhotoExclamation size={15} stroke={1.7} aria-hidden />
      {loanHref === null || visit.loanId === null ? (
        words
      ) : (
        <Link to={loanHref(visit.loanId)}>{words}</Link>
      )}
    </span>
  );
}
