import { DEVICE_CONCERNS } from '../../../contract/device-watch.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { useText } from '../../lib/texts/texts.ts';

/** The filters of the device list as the address holds them. */
export const DEVICE_FILTERS = { search: 'text', concern: 'text' } as const;

/** The filter bar's one field: what to look at. */
export function useDeviceFields(): FilterField[] {
  const t = useText();
  return [
    choiceField(
      'concern',
      t('devices.concern'),
      choices(DEVICE_CONCERNS, (concern) => t(`devices.concerns.${concern}`)),
    ),
  ];
}
