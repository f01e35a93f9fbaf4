import type { TFunction } from 'i18next';
import type { Alert } from '../../../contract/alert.ts';

/** An alert in the spec's words (2.5). Without a time of day its day stands there. */
export function alertWords(t: TFunction, alert: Alert): string {
  if (alert.isFieldDisposition || alert.alertType === null)
    return t('alerts.visited', { loanNumber: alert.loanNumber });
  return t('alerts.due', {
    customer: alert.customerName,
    type: t(`alerts.types.${alert.alertType}`),
    time: alert.alertTime === '' ? alert.alertDate : alert.alertTime,
  });
}
