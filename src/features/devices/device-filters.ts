import { DEVICE_CONCERNS } from '../../../contract/device-watch.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import type { FilterValues } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { DeviceQuery } from './device-queries.ts';

/** The filters of the device list as the address holds them. */
export const DEVICE_FILTERS = { search: 'text', concern: 'text' } as const;

/** The list that the address stands for; a concern that is none is left out. */
export function deviceQueryOf({
  search,
  concern,
}: FilterValues<typeof DEVICE_FILTERS>): DeviceQuery {
  const known = DEVICE_CONCERNS.find((each) => each === concern);
  return {
    ...(search !== '' && { search: search.slice(0, 100) }),
    ...(known !== undefined && { concern: known }),
  };
}

/** The filter bar's one field: what to look at. */
export function useDeviceFields(): FilterField[] {
  const t = useText();
  return [
    {
      kind: 'choice',
      key: 'concern',
      label: t('devices.concern'),
      options: DEVICE_CONCERNS.map((value) => ({ value, label: t(`devices.concerns.${value}`) })),
    },
  ];
}
