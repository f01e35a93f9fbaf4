import { outboxSummary } from '../offline/outbox-summary.ts';
import { useDeviceQuery } from './device-query.ts';

/** The outbox at a glance: counts, pause, last confirmation, other people's items. One answer for frame and screens. */
export const useOutboxSummary = () =>
  useDeviceQuery({
    key: ['outbox', 'summary'],
    topics: ['outbox', 'delivery', 'vault'],
    load: outboxSummary,
  });
