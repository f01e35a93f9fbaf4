import type { FilterField, FilterOption } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { addDays, today } from '../../lib/dates.ts';
import { currentLanguage, useText } from '../../lib/texts/texts.ts';
import { useNotificationClients } from './notification-queries.ts';
import type { ListQuery } from './notification-queries.ts';

/** The filters of the list as the address holds them. */
export const NOTIFICATION_FILTERS = {
  startMonth: 'text',
  endMonth: 'text',
  clientsName: 'list',
  view: 'text',
} as const;

/** What the address says of the list. */
export type NotificationFilters = UrlFilters<typeof NOTIFICATION_FILTERS>;

const MONTHS_OFFERED = 24;

/** The latest months (`YYYY-MM`), newest first, in the reader's words. */
function monthOptions(day: string, language: string): FilterOption[] {
  const writer = new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const options: FilterOption[] = [];
  let month = day.slice(0, 7);
  for (let count = 0; count < MONTHS_OFFERED; count += 1) {
    options.push({ value: month, label: writer.format(new Date(`${month}-01T00:00:00Z`)) });
    month = addDays(`${month}-01`, -1).slice(0, 7);
  }
  return options;
}

/** The filter bar's fields: months from and to, clients. */
export function useNotificationFields(): FilterField[] {
  const t = useText();
  const clients = useNotificationClients();
  const months = monthOptions(today(), currentLanguage());
  return [
    choiceField('startMonth', t('notifications.startMonth'), months),
    choiceField('endMonth', t('notifications.endMonth'), months),
    {
      kind: 'multi',
      key: 'clientsName',
      label: t('words.client'),
      options: choices(clients.data ?? []),
    },
  ];
}

const isMonth = (text: string) => /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

/** What to ask the server for what the address says. */
export function listQueryOf({ values, page }: NotificationFilters, pageSize: number): ListQuery {
  const { startMonth, endMonth, clientsName, view } = values;
  return {
    offset: (page - 1) * pageSize,
    pageSize,
    isActive: view === 'removed' ? 'false' : 'true',
    ...(isMonth(startMonth) && { startMonth }),
    ...(isMonth(endMonth) && { endMonth }),
    ...(clientsName.length > 0 && { clientsName: [...clientsName] }),
  };
}
