import { Button, Modal } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import type { Alert } from '../../../contract/alert.ts';
import { alertSchema } from '../../../contract/alert.ts';
import { useBackCloses } from '../../components/back-closes.ts';
import type { CardPlace, KeyReading } from '../../components/data-table-column.ts';
import { RemoteTable } from '../../components/remote-table.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useRemoteRows } from '../../data/remote-rows.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { AlertSource } from './alert-source.ts';
import { alertWords } from './alert-words.ts';
import classes from './alerts.module.css';

const KEYS = Object.keys(alertSchema.shape) as (keyof Alert)[];
/** For programs: there to be chosen, not in the way. */
const HIDDEN: ReadonlySet<string> = new Set([
  'id',
  'loanId',
  'dispositionId',
  'dueAt',
  'isFieldDisposition',
]);

/** What a phone's card says of an alert, and where. */
const CARD: Partial<Record<keyof Alert, CardPlace>> = {
  customerName: 'title',
  alertType: 'aside',
  loanNumber: 'line',
  alertDate: 'fact',
  alertTime: 'fact',
};

/** The missed alerts (spec 2.5). Opening one deactivates it and leads to its loan. */
export function MissedAlerts({
  source,
  isOpen,
  onClose,
}: {
  source: AlertSource;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useText();
  const isPhone = usePhone();
  useBackCloses(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('alerts.missed')}
      size="xl"
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ title: 'rc-title' }}
    >
      <p className={classes.hint}>{t('alerts.missedHint')}</p>
      <MissedTable source={source} onLeave={onClose} />
    </Modal>
  );
}

/** Worked out only while it is open: the bar above it is drawn with every step. */
function MissedTable({ source, onLeave }: { source: AlertSource; onLeave: () => void }) {
  const t = useText();
  return (
    <RemoteTable<Alert>
      name="missed-alerts"
      label={t('alerts.missed')}
      from={useRemoteRows(source.missed)}
      columns="firstItem"
      readings={useReadings()}
      rowId={(alert) => alert.id}
      rowLabel={(alert) => alertWords(t, alert)}
      rowHref={source.pathOf}
      onOpenRow={(alert) => {
        source.deactivate(alert.id);
        onLeave();
      }}
      rowActions={actionsWith(source)}
      empty={t('alerts.noneMissed')}
    />
  );
}

const actionsWith = (source: AlertSource) => (alert: Alert) => (
  <Deactivate alert={alert} onDeactivate={() => source.deactivate(alert.id)} />
);

function Deactivate({ alert, onDeactivate }: { alert: Alert; onDeactivate: () => void }) {
  const t = useText();
  const isPhone = usePhone();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.deactivate}
      aria-label={`${t('alerts.deactivate')}: ${alertWords(t, alert)}`}
      onClick={onDeactivate}
    >
      {isPhone ? <IconBellOff size={19} stroke={1.7} aria-hidden /> : t('alerts.deactivate')}
    </Button>
  );
}

/** The keys of an alert as headings, and its values in words. */
function useReadings(): Readonly<Record<string, KeyReading>> {
  const t = useText();
  const renderOf: Partial<Record<keyof Alert, KeyReading['render']>> = {
    alertType: (value) =>
      value === 'PTP' || value === 'CallBack'
        ? t(`alerts.types.${value}`)
        : t('alerts.types.visit'),
    isFieldDisposition: (value) => t(value === true ? 'common.yes' : 'common.no'),
    dueAt: (value) => formatDayTime(typeof value === 'string' ? value : null),
  };
  return Object.fromEntries(
    KEYS.map((key) => {
      const render = renderOf[key];
      const reading: KeyReading = {
        title: t(`alerts.keys.${key}`),
        isHiddenAtFirst: HIDDEN.has(key),
        card: CARD[key] ?? 'hidden',
        ...(render && { render }),
      };
      return [key, reading];
    }),
  );
}
