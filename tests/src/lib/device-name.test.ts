import { expect, it } from 'vitest';
import { deviceName } from '../../../src/lib/device-name.ts';

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/129.0.0.0 Mobile Safari/537.36`,
    'Chrome 129, Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 13; SM-A536E Build/TP1A.22) ${KIT} Chrome/112.0.0.0 Mobile Safari/537.36`,
    'Chrome 112, SM-A536E, Android',
  ],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${KIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet 25, Android',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'Firefox 128, Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari 17, iPhone',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/129.0.0.0 Safari/537.36 Edg/129.0.0.0`,
    'Edge 129, Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} Chrome/129.0.0.0 Safari/537.36`, 'Chrome 129, Linux'],
  ['Mozilla/5.0 (something new)', 'Mozilla/5.0 (something new)'],
  ['Redmi Note 12', 'Redmi Note 12'],
])('%s is %s', (label, name) => {
  expect(deviceName(label)).toBe(name);
});
