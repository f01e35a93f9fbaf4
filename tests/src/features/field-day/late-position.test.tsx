// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { useDayView } from '../../../../src/features/field-day/use-day-view.ts';
import type { PositionReading } from '../../../../src/lib/position.ts';
import { toastStore } from '../../../../src/components/toast-store.ts';
import { render } from '../../support/render.tsx';

const answers: ((position: PositionReading) => void)[] = [];

vi.mock('../../../../src/lib/position.ts', () => ({
  readPosition: () => new Promise((resolve) => void answers.push(resolve)),
}));

function View() {
  const { sort, isLocating, setSort } = useDayView();
  return (
    <>
      <p>{`${String(sort)} ${isLocating ? 'looking' : 'still'}`}</p>
      <button onClick={() => void setSort('distance')}>Distance</button>
      <button onClick={() => void setSort('amount')}>Amount</button>
    </>
  );
}

it.each<PositionReading>([
  { latitude: 18, longitude: 73, accuracyMetres: 5, takenAt: '2026-11-29T10:00:00Z' },
  { missingReason: 'DENIED' },
])(
  'an order chosen while the phone looks for its position stays, whatever comes: %o',
  async (position) => {
    const view = await render(<View />);
    await view.click(view.button('Distance'));
    expect(view.text()).toContain('null looking');
    await view.click(view.button('Amount'));
    await act(async () => answers.at(-1)?.(position));
    expect(view.text()).toContain('amount still');
    expect(toastStore.get()).toEqual([]);
    await view.click(view.button('Distance'));
    await view.unmount();
    await act(async () => answers.at(-1)?.({ missingReason: 'DENIED' }));
    expect(toastStore.get()).toEqual([]);
  },
);
