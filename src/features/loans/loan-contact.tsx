import { Button } from '@mantine/core';
import { IconBrandWhatsapp, IconNavigation, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import type { LoanDetail } from '../../../contract/loan.ts';
import { ContactGateLine } from '../../components/contact-gate.tsx';
import { gateReasonWords, isGateOpen } from '../../components/contact-gate-words.ts';
import type { ShownGate } from '../../components/contact-gate-words.ts';
import { followLink } from '../../components/follow-link.ts';
import { showError } from '../../components/toast-store.ts';
import { useIsHere } from '../../components/use-is-here.ts';
import { errorWords } from '../../lib/error-words.ts';
import { navigateLink, telLink, whatsAppLink } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useLoanGate } from './loan-gate-queries.ts';
import type { LoanGate } from './loan-gate-queries.ts';
import classes from './loans.module.css';

/** Call, write, find the way: as far as the loan tells how, and the gate lets it through. */
export function LoanContactActions({ loan }: { loan: LoanDetail }) {
  const t = useText();
  const call = useLoanContact(loan, 'CALL');
  const whatsApp = useLoanContact(loan, 'WHATSAPP');
  const place = { address: loan.Address, latitude: loan.Latitude, longitude: loan.Longitude };
  const way = navigateLink(place);
  const isWorked = loan.status === 'ACTIVE';
  const contacts = [
    { contact: call, label: t('common.call'), icon: IconPhone },
    { contact: whatsApp, label: t('common.whatsApp'), icon: IconBrandWhatsapp },
  ].filter(({ contact }) => isWorked && contact.href !== null);
  return (
    <>
      {contacts.map(({ contact, label, icon: Icon }) => (
        <Button
          key={label}
          variant="default"
          className={classes.action ?? ''}
          leftSection={<Icon size={16} aria-hidden />}
          loading={contact.isClaiming}
          {...(!contact.isOpen && { 'aria-disabled': true, 'data-disabled': true })}
          onClick={() => void contact.begin()}
        >
          {label}
        </Button>
      ))}
      {way !== null && (
        <Button
          component="a"
          href={way}
          target="_blank"
          rel="noreferrer"
          variant="default"
          className={classes.action ?? ''}
          leftSection={<IconNavigation size={16} aria-hidden />}
        >
          {t('common.navigate')}
        </Button>
      )}
    </>
  );
}

/** Whether the borrower may be called now, before anybody tries; who opens this page may go past a rule with a reason. */
export function LoanGateLine({ loan }: { loan: LoanDetail }) {
  const { gate, href, begin } = useLoanContact(loan, 'CALL');
  if (gate.shown === null || loan.status !== 'ACTIVE') return null;
  return (
    <ContactGateLine
      gate={gate.shown}
      {...(href !== null && { onOverride: (reason: string) => begin(reason) })}
    />
  );
}

interface LoanContactWay {
  gate: LoanGate;
  href: string | null;
  isOpen: boolean;
  isClaiming: boolean;
  begin: (overrideReason?: string) => Promise<void>;
}

/** One way to reach the borrower: the gate is asked first, and says why not. */
function useLoanContact(loan: LoanDetail, channel: 'CALL' | 'WHATSAPP'): LoanContactWay {
  const t = useText();
  const gate = useLoanGate(loan, channel);
  const [isClaiming, setClaiming] = useState(false);
  const isHere = useIsHere();
  const href = channel === 'CALL' ? telLink(loan.Mobile_Number) : whatsAppLink(loan.Mobile_Number);
  const isOpen = gate.shown === null || isGateOpen(gate.shown);
  const refuse = ({ reason, until }: ShownGate) => {
    const why = reason === null ? '' : gateReasonWords(t, reason, until);
    showError(t('gate.refusedToast', { reason: why }));
  };
  const begin = async (overrideReason?: string) => {
    if (href === null || isClaiming) return;
    if (!isOpen && gate.shown !== null && overrideReason === undefined) {
      refuse(gate.shown);
      return;
    }
    setClaiming(true);
    try {
      const refusal = await gate.claim(overrideReason);
      if (!isHere()) return;
      if (refusal === null) open(href);
      else refuse(refusal);
    } catch (error) {
      showError(errorWords(error));
    } finally {
      setClaiming(false);
    }
  };
  return { gate, href, isOpen, isClaiming, begin };
}

/** A call is the telephone's own; a chat opens beside the page. */
function open(href: string): void {
  if (href.startsWith('tel:')) followLink(href);
  else window.open(href, '_blank', 'noopener,noreferrer');
}
