// @vitest-environment page
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  VisitPosition,
  useVisitPosition,
} from '../../../../src/features/field-loan/visit-position.tsx';
import { render } from '../../support/render.tsx';

function Form() {
  return <VisitPosition {...useVisitPosition()} />;
}

const getCurrentPosition = (found: PositionCallback) =>
  found({
    coords: { latitude: 18.5, longitude: 73.8, accuracy: 12 },
    timestamp: Date.now(),
  } as GeolocationPosition);

it.each([
  ['was read long before the visit', []],
  ['was read before the clock was set back', ['2026-11-27T03:30:00Z']],
])('a position that %s is told as such, and read anew when asked', async (_, setTo) => {
  vi.useFakeTimers({
    now: new Date('2026-11-28T03:30:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const view = await render(<Form />);
  expect(view.text()).toContain('Found, to within 12 m');
  for (const time of setTo) vi.setSystemTime(new Date(time));
  await act(async () => vi.advanceTimersByTime(2 * 3_600_000));
  expect(view.text()).toContain('From 28-11-2026 09:00 AM');
  await view.click(view.button('Try again'));
  expect(view.text()).toContain('Found, to within 12 m');
});

it('a position that was blocked is read as soon as it is allowed, and one that was switched off when the app is back', async () => {
  let code: 0 | 1 | 2 = 1;
  const permission = Object.assign(new EventTarget(), { state: 'denied' });
  vi.stubGlobal('navigator', {
    geolocation: {
      getCurrentPosition: (found: PositionCallback, failed: (error: { code: number }) => void) =>
        code === 0 ? getCurrentPosition(found) : failed({ code }),
    },
    permissions: { query: async () => permission },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const view = await render(<Form />);
  expect(view.text()).toContain('Position is blocked');
  code = 2;
  permission.state = 'granted';
  await act(async () => void permission.dispatchEvent(new Event('change')));
  expect(view.text()).not.toContain('Position is blocked');
  expect(view.text()).toContain('Try again');
  code = 0;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(view.text()).toContain('Found, to within 12 m');
});
