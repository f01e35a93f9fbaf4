import { test } from '@playwright/test';
import { startAgentPhone } from './agent-phone.ts';
import type { AgentPhone, PhoneOptions } from './agent-phone.ts';
import { openLab } from './lab.ts';
import type { Lab } from './lab.ts';

/* One laboratory for all tests of a file, in which each test starts a phone of its own. */

export let lab: Lab;
export let phone: AgentPhone;

let started: AgentPhone | undefined;

/** Opens the laboratory before a file's tests, heals the wire and ends the phone after each. */
export function ownLab(): void {
  test.beforeAll(async () => {
    lab = await openLab();
  });
  test.afterAll(async () => lab?.close());
  test.afterEach(async () => {
    lab.proxy.line.setSpeed({ bytesPerSecond: null });
    lab.proxy.heal();
    await started?.close();
    started = undefined;
  });
}

/** Starts the test's phone. */
export async function startPhone(options?: PhoneOptions): Promise<AgentPhone> {
  started = await startAgentPhone(lab, options);
  phone = started;
  return started;
}
