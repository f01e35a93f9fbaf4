import { test } from '@playwright/test';
import { startAgentPhone } from './agent-phone.ts';
import type { AgentPhone } from './agent-phone.ts';
import { openLab } from './lab.ts';
import type { Lab } from './lab.ts';

/** One laboratory and one agent's phone in it, for all tests of a file; there once the first test begins. */
export interface SharedPhone {
  readonly lab: Lab;
  readonly phone: AgentPhone;
}

/** Sets them up before a file's tests, heals the wire after each, takes them down at the end. */
export function sharePhone(loans = 20): SharedPhone {
  const shared: { lab?: Lab; phone?: AgentPhone } = {};
  test.beforeAll(async () => {
    shared.lab = await openLab();
    shared.phone = await startAgentPhone(shared.lab, { loans });
  });
  test.afterAll(async () => {
    await shared.phone?.close();
    await shared.lab?.close();
  });
  test.afterEach(() => shared.lab?.proxy.heal());
  return shared as SharedPhone;
}
