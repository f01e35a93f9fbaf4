import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { FactGroup } from '../../components/facts.tsx';
import type { Fact } from '../../components/facts.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Panel } from '../../components/page.tsx';
import { formatClock, formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CLIENT_PARTS } from './client-steps.tsx';
import type { NewClientValues } from './client-values.ts';
import classes from './clients.module.css';
import { feeWords, roleWords, slabWords } from './contract-words.ts';
import type { NewClientWork } from './use-new-client.ts';

/** Everything that was typed, before it is stored; each part leads back to its step. */
export function ClientSummary({
  work,
  onStep,
}: {
  work: NewClientWork;
  onStep: (step: number) => void;
}) {
  const t = useText();
  const values = work.form.getValues();
  return (
    <Panel title={t('clients.steps.summary')}>
      {CLIENT_PARTS.map((part, index) => (
        <div key={part.key} className={classes.summaryPart}>
          <FactGroup title={t(part.title)} facts={factsOf(part.key, values, work.policies, t)} />
          <Button
            variant="default"
            size="xs"
            className={classes.summaryEdit ?? ''}
            aria-label={t('clients.changePart', { name: t(part.title) })}
            onClick={() => onStep(index)}
          >
            {t('common.edit')}
          </Button>
        </div>
      ))}
    </Panel>
  );
}

function factsOf(
  key: string,
  values: NewClientValues,
  policies: readonly File[],
  t: TFunction,
): Fact[] {
  const facts = listedFacts(key, values, policies, t);
  return facts.length === 0 ? [{ label: t('common.none'), value: t('clients.addLater') }] : facts;
}

function listedFacts(
  key: string,
  values: NewClientValues,
  policies: readonly File[],
  t: TFunction,
): Fact[] {
  switch (key) {
    case 'portfolios':
      return values.portfolios.map((each) => ({
        label: each.name,
        value: [
          each.products.join(', ') || t('clients.allProducts'),
          each.buckets.join(', ') || t('clients.allBuckets'),
          periodWords(each.startsOn, each.endsOn),
        ]
          .filter(Boolean)
          .join(' · '),
      }));
    case 'policies':
      return policies.map((file, index) => ({
        label: `${index + 1}. ${file.name}`,
        value: formatBytes(file.size),
      }));
    case 'incentives':
      return values.incentives.map(({ roleType, slabs }) => ({
        label: roleWords(t, roleType),
        value: slabs.map((slab) => slabWords(t, slab)).join('; '),
        isWide: true,
      }));
    case 'fees':
      return values.successFees.map((fee) => ({
        label: [fee.product ?? t('clients.anyProduct'), fee.bucket ?? t('clients.anyBucket')].join(
          ' · ',
        ),
        value: feeWords(t, fee),
      }));
    case 'contacts':
      return contactFacts(values, t);
    default:
      return profileFacts(values.profile, t);
  }
}

function contactFacts({ contacts, managerIds }: NewClientValues, t: TFunction): Fact[] {
  const facts: Fact[] = contacts.map((each, index) => ({
    label: `${index + 1}. ${each.name}`,
    value: [each.matter, each.phone, each.email].filter(Boolean).join(' · '),
  }));
  if (managerIds.length > 0)
    facts.push({ label: t('clients.managers'), value: String(managerIds.length) });
  return facts;
}

const periodWords = (from: string | null, to: string | null) =>
  from === null && to === null ? '' : `${formatDay(from)} – ${formatDay(to)}`;

const orNone = (text: string) => (text === '' ? null : text);

function profileFacts(profile: NewClientValues['profile'], t: TFunction): Fact[] {
  return [
    { label: t('clients.name'), value: profile.Client_Name },
    { label: t('clients.code'), value: orNone(profile.code.toUpperCase()) },
    { label: t('clients.gst'), value: orNone(profile.gst.toUpperCase()) },
    { label: t('clients.pan'), value: orNone(profile.pan.toUpperCase()) },
    { label: t('clients.products'), value: orNone(profile.products.join(', ')) },
    { label: t('clients.buckets'), value: orNone(profile.buckets.join(', ')) },
    { label: t('clients.waiver'), value: formatPercent(profile.managerWaiverPercent ?? 0) },
    {
      label: t('clients.approvalLimit'),
      value:
        profile.customerApprovalLimit === null
          ? t('clients.anyAmount')
          : formatRupees(profile.customerApprovalLimit),
    },
    {
      label: t('clients.contactHours'),
      value: `${formatClock(profile.contactFrom)} – ${formatClock(profile.contactTo)}`,
    },
    {
      label: t('clients.retention'),
      value: t('words.dayCount', { count: profile.retentionDays ?? 0 }),
    },
    { label: t('clients.callerId'), value: orNone(profile.callerIdSeries) },
    { label: t('words.address'), value: orNone(profile.address), isWide: true },
  ];
}
