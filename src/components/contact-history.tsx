import { IconMapPin, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatClock, formatDay, formatDayTime } from '../lib/dates.ts';
import { formatDuration } from '../lib/duration.ts';
import type { Disposition, MoneyState } from '../../contract/disposition.ts';
import type { PaymentMode, ReceiptStanding } from '../../contract/receipt.ts';
import { formatRupees } from '../lib/money.ts';
import { shownReceiptNumber } from '../lib/receipt-number.ts';
import { useText } from '../lib/texts/texts.ts';
import { DispositionChip, dispositionTone } from './disposition-chip.tsx';
import { FileThumbs } from './file-thumb.tsx';
import type { FileLoader, ShownFile } from './file-thumb.tsx';
import type { ShownPosition } from './position-text.tsx';
import { RecordingPlayer } from './recording-player.tsx';
import type { RecordingLoader } from './recording-player.tsx';
import { SeenPictures, VisitPlace, earlierVisitsOf } from './visit-marks.tsx';
import type { LoanHref } from './visit-marks.tsx';
import { StatusChip } from './status-chip.tsx';
import type { Tone } from './status-chip.tsx';
import { Timeline } from './timeline.tsx';
import type { TimelineItem } from './timeline.tsx';
import classes from './contact-history.module.css';

/** One recorded call or visit, as a history shows it. Amounts in whole rupees. */
export interface ShownContact {
  _id: string;
  channel: 'CALL' | 'FIELD';
  code: string;
  label: string;
  disposition_class: string;
  Agent_Name: string;
  /** Seconds; calls only. */
  duration: number | null;
  personMet: string | null;
  remarks: string | null;
  amountCollected: number | null;
  receiptNumber?: number | null | undefined;
  /** What became of that amount; older entries do not say. */
  moneyState?: MoneyState | null | undefined;
  paymentMode?: PaymentMode | null | undefined;
  paidOn?: string | null | undefined;
  paymentReference?: string | null | undefined;
  /** How its receipt stands. */
  receiptStanding?: ReceiptStanding | null | undefined;
  promiseAmount: number | null;
  /** `YYYY-MM-DD` and `HH:mm` of a promise or callback. */
  date: string | null;
  time: string | null;
  position: ShownPosition | null;
  tooFarFrom?: Disposition['tooFarFrom'];
  files: readonly ShownFile[];
  /** Where a recording lies, as the agent wrote it. */
  recordlink?: string | null | undefined;
  /** Its dialer has a recording. */
  hasRecording?: boolean | undefined;
  /** Above 1: it was corrected. */
  revision?: number | undefined;
  disCreatedAt: string;
  /** Still on this device. */
  isWaiting?: boolean;
  /** On the server; a manager decides whether it counts. */
  isInReview?: boolean;
  /** How it stands, where there is more to say than that it waits. */
  state?: { tone: Tone; label: string };
}

/** What a history needs beside the contacts. */
interface HistoryTools {
  load: FileLoader;
  /** Without it recordings are not offered. */
  loadRecording?: RecordingLoader;
  /** Where another loan is opened. */
  loanHref?: LoanHref;
  /** What can be done with a contact, under it. */
  renderActions?: (contact: ShownContact) => ReactNode;
}

/** A loan's calls and visits on one line, newest first. */
export function ContactHistory({
  contacts,
  ...tools
}: HistoryTools & { contacts: readonly ShownContact[] }) {
  const t = useText();
  const items = contacts.map((contact) => ({
    id: contact._id,
    ...contactHead(contact, t),
    meta: <ContactMeta contact={contact} />,
    body: <ContactBody contact={contact} {...tools} />,
  }));
  return <Timeline label={t('words.history')} items={items} />;
}

function contactHead(
  contact: ShownContact,
  t: ReturnType<typeof useText>,
): Pick<TimelineItem, 'title' | 'icon' | 'tone'> {
  const Icon = contact.channel === 'CALL' ? IconPhone : IconMapPin;
  return {
    title: (
      <span className={classes.title}>
        <DispositionChip
          code={contact.code}
          label={contact.label}
          dispositionClass={contact.disposition_class}
        />
        {contact.isWaiting === true && <StatusChip tone="warn" label={t('fieldDay.waiting')} />}
        {contact.isInReview === true && <StatusChip tone="warn" label={t('contacts.inReview')} />}
        {(contact.revision ?? 1) > 1 && <StatusChip tone="quiet" label={t('contacts.corrected')} />}
        {contact.state !== undefined && <StatusChip {...contact.state} />}
      </span>
    ),
    icon: <Icon size={14} stroke={1.8} />,
    tone: dispositionTone(contact.disposition_class),
  };
}

function ContactMeta({ contact }: { contact: ShownContact }) {
  const t = useText();
  const words = [
    formatDayTime(contact.disCreatedAt),
    contact.Agent_Name,
    t(contact.channel === 'CALL' ? 'common.call' : 'contacts.visit'),
    contact.duration === null ? '' : formatDuration(contact.duration),
  ];
  return words.filter((word) => word !== '').join(' · ');
}

function ContactBody({
  contact,
  load,
  loadRecording,
  loanHref = null,
  renderActions,
}: HistoryTools & { contact: ShownContact }) {
  const t = useText();
  const lines: Readonly<Record<string, ReactNode>> = {
    promise: promiseWords(contact, t('words.promised')),
    collected: collectedWords(contact, t),
    personMet: contact.personMet !== null && `${t('words.met')}: ${contact.personMet}`,
    remarks: contact.remarks,
    recordlink: contact.recordlink && `${t('contacts.recording')}: ${contact.recordlink}`,
    position: contact.position !== null && (
      <VisitPlace visit={{ ...contact, position: contact.position }} loanHref={loanHref} />
    ),
  };
  return (
    <div className={classes.body}>
      {Object.entries(lines).map(([name, line]) => line && <div key={name}>{line}</div>)}
      <FileThumbs files={contact.files} load={load} />
      <SeenPictures earlier={earlierVisitsOf(contact.files)} loanHref={loanHref} />
      {contact.hasRecording === true && loadRecording !== undefined && (
        <RecordingPlayer callId={contact._id} load={loadRecording} />
      )}
      {renderActions?.(contact)}
    </div>
  );
}

function collectedWords(contact: ShownContact, t: ReturnType<typeof useText>): string {
  if (contact.amountCollected === null) return '';
  const { moneyState: state, paymentMode: mode, paidOn, paymentReference } = contact;
  // What was said by phone is a claim before the server says so.
  const ownState = contact.channel === 'CALL' ? 'CLAIMED' : 'RECEIPTED';
  const words = [
    `${t(`money.state.${state ?? ownState}`)}: ${formatRupees(contact.amountCollected)}`,
  ];
  const isCall = contact.channel === 'CALL';
  if (mode && (isCall || paymentReference)) words.push(t(`receipts.paid.${mode}`));
  if (isCall && paidOn) words.push(t('money.paidOn', { day: formatDay(paidOn) }));
  if (paymentReference) words.push(paymentReference);
  if (typeof contact.receiptNumber === 'number')
    words.push(t('contacts.receipt', { number: shownReceiptNumber(contact.receiptNumber) }));
  const { receiptStanding: standing } = contact;
  // The others are told by the amount's own name.
  if (standing === 'COLLECTED' || standing === 'CANCEL_ASKED')
    words.push(t(`contacts.standing.${standing}`));
  return words.join(' · ');
}

function promiseWords(contact: ShownContact, promised: string): string {
  const amount = contact.promiseAmount === null ? '' : formatRupees(contact.promiseAmount);
  const day = contact.date === null ? '' : formatDay(contact.date);
  const time = contact.time === null ? '' : formatClock(contact.time);
  const words = [amount, day, time].filter((word) => word !== '').join(' · ');
  if (words === '') return '';
  return contact.promiseAmount === null ? words : `${promised}: ${words}`;
}
