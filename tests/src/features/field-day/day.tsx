import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { LoggedInUser } from '../../../../contract/auth.ts';
import { PATIENCE } from '../../../support/patience.ts';

/** What a phone's browser has and this one has not. */
export function standIn(): void {
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
  Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
}

/** The day of somebody whose phone is open, until the test's end; loaded with that phone's modules. */
export async function showDay(user: LoggedInUser) {
  const { render } = await import('../../support/render.tsx');
  const { FieldDayScreen } =
    await import('../../../../src/features/field-day/field-day-screen.tsx');
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <FieldDayScreen user={user} />
    </QueryClientProvider>,
  );
  onTestFinished(screen.unmount);
  return screen;
}

/** Waits until the screen is as it is looked for. */
export const shown = (look: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    look();
  }, PATIENCE);
