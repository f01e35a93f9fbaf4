// @vitest-environment page
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { QuickUnlockPanel } from '../../../src/features/login/quick-unlock-panel.tsx';
import { DeviceError } from '../../../src/offline/errors.ts';
import { quickUnlock } from '../../../src/offline/quick-unlock.ts';
import { listQuickUnlocks } from '../../../src/offline/quick-unlock-record.ts';
import { announce } from '../../../src/offline/signals.ts';
import { render } from '../support/render.tsx';

vi.mock(import('../../../src/offline/quick-unlock.ts'), { spy: true });
vi.mock(import('../../../src/offline/quick-unlock-record.ts'), { spy: true });

const record = {
  userId: 'ganesh',
  name: 'Ganesh Mane',
  kind: 'pin' as const,
  credentialId: null,
  salt: new Uint8Array(16),
  rounds: 1,
  wrapped: { iv: new Uint8Array(12), data: new ArrayBuffer(0) },
  vaultCreatedAt: 0,
  failedTries: 0,
  passwordAt: 0,
};

it('a PIN that is taken away between two tries has no tries left: the password is asked for', async () => {
  vi.mocked(listQuickUnlocks).mockResolvedValue([record]);
  vi.mocked(quickUnlock).mockRejectedValue(new DeviceError('WRONG_PIN', { triesLeft: 3 }));
  const view = await render(<QuickUnlockPanel userIds={['ganesh']} onOpened={() => undefined} />);
  onTestFinished(view.unmount);
  await view.type(view.one('input'), '111222');
  expect(view.text()).toContain('3 more tries');
  vi.mocked(listQuickUnlocks).mockResolvedValue([]);
  await act(async () => announce('vault'));
  expect(view.text()).not.toContain('more tries');
  expect(view.text()).toContain('Only your password opens this phone now');
});
