import { expect } from '@playwright/test';
import type { Campaign } from '../../../contract/campaign.ts';
import type { Page } from '../../../contract/paging.ts';
import { ask, tokenOf } from './people.ts';

/** A zone where it is noon now: contact hours and the shift are open whenever the test runs. */
function noonZone(): string {
  const hoursAhead = 12 - new Date().getUTCHours();
  // The sign of these names is the other way round.
  return hoursAhead === 0
    ? 'Etc/GMT'
    : `Etc/GMT${hoursAhead > 0 ? '-' : '+'}${Math.abs(hoursAhead)}`;
}

/** Settings of a product whose embedded exchange answers every call at once, at an hour when borrowers may be called. */
export const answeringExchange = (): Record<string, string> => ({
  BUSINESS_TZ: noonZone(),
  SIM_ANSWER_PERCENT: '100',
  SIM_MACHINE_PERCENT: '0',
  SIM_BUSY_PERCENT: '0',
  SIM_RING_SECONDS: '1',
  SIM_TALK_SECONDS: '3600',
});

/** Sets the demo's predictive campaign running. */
export async function runDemoCampaign(url: string): Promise<void> {
  const token = await tokenOf(url, '/admin/login', 'admin');
  const found = await ask<Page<Campaign>>(url, token, '/campaigns');
  const campaign = found.data.find(({ name }) => name === 'Predictive bucket 1');
  expect(campaign?.state).toBe('PAUSED');
  const response = await fetch(`${url}/api/v1/campaigns/state`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ _id: campaign?._id, state: 'RUNNING' }),
  });
  expect(response.status, await response.text()).toBe(200);
}
