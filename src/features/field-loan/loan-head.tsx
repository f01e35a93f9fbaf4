import {
  IconBrandWhatsapp,
  IconCalendarEvent,
  IconCornerUpRight,
  IconMapPin,
  IconNavigation,
  IconPencil,
  IconPhone,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { LoanDetail } from '../../../contract/loan.ts';
import { Due } from '../../components/due.tsx';
import { Sentence, useToday } from '../../components/figure.tsx';
import { ContactGateLine } from '../../components/contact-gate.tsx';
import { gateReasonWords, isGateOpen } from '../../components/contact-gate-words.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { addressLine } from '../../lib/address.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { navigateLink, telLink, whatsAppLink } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { numberToReach, useFieldGate } from './field-gate-queries.ts';
import type { FieldGate } from './field-gate-queries.ts';
import { nextStep } from './loan-next-step.ts';
import classes from './loan-head.module.css';

/** The head of a loan's page: how much, state, next step, and the ways to reach the borrower. */
export function LoanHead({ loan }: { loan: LoanDetail }) {
  const t = useText();
  const gate = useFieldGate(loan);
  const step = nextStep(loan, useToday());
  const words = t(`fieldLoan.nextStep.${step.words}`, {
    amount: step.amount === null ? t('fieldLoan.anAmount') : formatRupees(step.amount),
    day: formatDay(step.day),
  });
  const StepIcon = step.words === 'none' ? IconCornerUpRight : IconCalendarEvent;
  return (
    <section className={classes.head} aria-label={t('fieldLoan.owed')}>
      <div className={classes.due}>
        <div>
          <span className={classes.label}>{t('words.totalDue')}</span>
          <Due loan={loan} size="large" />
        </div>
        <div className="rc-row-6">
          {(loan.DPD ?? 0) > 0 && (
            <StatusChip tone="danger" label={t('fieldDay.pastDue', { count: loan.DPD ?? 0 })} />
          )}
          {loan.Bucket !== null && (
            <StatusChip tone="quiet" label={t('words.ofBucket', { bucket: loan.Bucket })} />
          )}
        </div>
      </div>
      <p className={classes.step} data-tone={step.tone}>
        <StepIcon size={18} stroke={1.8} aria-hidden />
        <span>
          <Sentence words={words} />
        </span>
      </p>
      {gate !== null && <FieldGateLine gate={gate} />}
      <Contacts loan={loan} gate={gate} />
    </section>
  );
}

/** Whether the borrower may be called, and visited where that differs; before the agent tries. */
function FieldGateLine({ gate }: { gate: FieldGate }) {
  const t = useText();
  const { call, visit, ask } = gate;
  const isVisitShut = visit.reason !== null && visit.reason !== call.reason;
  return (
    <div>
      <ContactGateLine gate={call} onAsk={ask} />
      {isVisitShut && visit.reason !== null && (
        <p className={classes.label}>
          {t('gate.visitNotNow', { reason: gateReasonWords(t, visit.reason, visit.until) })}
        </p>
      )}
    </div>
  );
}

function Contacts({ loan, gate }: { loan: LoanDetail; gate: FieldGate | null }) {
  const t = useText();
  const phone = numberToReach(loan);
  const tel = telLink(phone);
  const whatsApp = whatsAppLink(phone);
  const place = navigateLink({
    address: addressLine([loan.Address, loan.City, loan.State, loan.Pincode]),
    latitude: loan.Latitude,
    longitude: loan.Longitude,
  });
  return (
    <div className={classes.contacts}>
      <ContactLink
        href={tel}
        isShut={gate !== null && !isGateOpen(gate.call)}
        icon={<IconPhone size={20} stroke={1.7} aria-hidden />}
      >
        {t('common.call')}
      </ContactLink>
      <ContactLink
        href={whatsApp}
        isShut={gate !== null && !isGateOpen(gate.whatsApp)}
        icon={<IconBrandWhatsapp size={20} stroke={1.7} aria-hidden />}
      >
        {t('common.whatsApp')}
      </ContactLink>
      <ContactLink href={place} icon={<IconNavigation size={20} stroke={1.7} aria-hidden />}>
        {t('common.navigate')}
      </ContactLink>
      <Link to={`/field-agent/loan/edit?id=${loan._id}`} className={classes.contact} data-quiet>
        <IconPencil size={20} stroke={1.7} aria-hidden />
        {t('fieldLoan.editShort')}
      </Link>
    </div>
  );
}

/** A way to reach the borrower; nothing where there is nothing to link. */
function ContactLink(props: {
  href: string | null;
  icon: ReactNode;
  children: ReactNode;
  /** The gate says no: the way is shown, and closed. */
  isShut?: boolean;
}) {
  if (props.href === null) return null;
  if (props.isShut === true)
    return (
      <button type="button" disabled className={classes.contact} data-shut>
        {props.icon}
        {props.children}
      </button>
    );
  const isTel = props.href.startsWith('tel:');
  return (
    <a
      href={props.href}
      className={classes.contact}
      {...(!isTel && { target: '_blank', rel: 'noreferrer' })}
    >
      {props.icon}
      {props.children}
    </a>
  );
}

/** An address that opens the map; null-safe: nothing when there is no address. */
export function AddressLink({ loan }: { loan: LoanDetail }) {
  const t = useText();
  const words = addressLine([loan.Address, loan.City, loan.State, loan.Pincode]);
  const href = navigateLink({
    address: words,
    latitude: loan.Latitude,
    longitude: loan.Longitude,
  });
  if (words === '' || href === null) return <>–</>;
  return (
    <>
      <span className={classes.address}>{words}</span>
      <a className={classes.map} href={href} target="_blank" rel="noreferrer">
        <IconMapPin size={18} stroke={1.7} aria-hidden />
        {t('fieldLoan.openMap')}
      </a>
    </>
  );
}
