import { IconPhotoExclamation } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { EarlierVisit } from '../../contract/disposition.ts';
import { formatDayTime } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './seen-pictures.module.css';

/** Where a loan is opened; null where the reader has no screen of a loan. */
export type LoanHref = ((loanId: string) => string) | null;

/** Says of a visit's pictures which earlier visit has them too, once for each such visit; nothing for all others. */
export function SeenPictures(props: {
  files: readonly { earlierVisit?: EarlierVisit | undefined }[];
  loanHref: LoanHref;
}) {
  const earlier = props.files.flatMap(({ earlierVisit }) => earlierVisit ?? []);
  const visits = new Map(earlier.map((visit) => [visit.dispositionId, visit]));
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
