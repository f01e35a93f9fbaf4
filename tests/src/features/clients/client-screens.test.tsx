// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clientCalls } from '../../../../contract/client.ts';
import type { ClientRemoval } from '../../../../contract/client.ts';
import { peopleCalls } from '../../../../contract/people.ts';
import { fieldProblem } from '../../../../contract/errors.ts';
import { ClientRemovalDialog } from '../../../../src/features/clients/client-removal-dialog.tsx';
import { CreateClientScreen } from '../../../../src/features/clients/create-client-screen.tsx';
import {
  FakeServer,
  Refusal,
  element,
  inputOf,
  onePage,
  openScreen,
  press,
  saidAt,
  submit,
  toasts,
} from '../../support/screen.tsx';

const client = { _id: '00000000-0000-4000-8000-000000000001', Client_Name: 'Surya Finance' };
const removal: ClientRemoval = {
  ...client,
  loanCount: 0,
  personCount: 0,
  importCount: 0,
  targetCount: 0,
  notificationCount: 0,
  invoiceCount: 0,
  campaignCount: 0,
  sheetCount: 0,
  runCount: 0,
  portfolioCount: 2,
  policyCount: 1,
  contactCount: 0,
  mappingCount: 3,
  isRemovable: true,
};

let server: FakeServer;
beforeEach(() => {
  sessionStorage.clear();
  server = new FakeServer();
});
afterEach(() => vi.unstubAllGlobals());

const openRemoval = () =>
  openScreen(<ClientRemovalDialog client={client} onClose={() => undefined} />, server);
const words = () => element('[role="dialog"]').textContent ?? '';
const openSteps = () => openScreen(<CreateClientScreen />, server, '/create-client');
const name = () => inputOf('profile.Client_Name');

describe('removing a client', () => {
  it('names what goes with it, and is sent once', async () => {
    server
      .on(clientCalls.readClientRemoval, removal)
      .on(clientCalls.removeClient, { _id: client._id });
    await openRemoval();
    expect(words()).toMatch(/2 portfolios.*1 policy.*3 saved import mappings/);
    await press('Remove client');
    expect(server.sentOf(clientCalls.removeClient)).toHaveLength(1);
    expect(toasts()).toEqual(['Surya Finance was removed']);
  });

  it('says what was worked for it and is kept, and offers no removal', async () => {
    server.on(clientCalls.readClientRemoval, {
      ...removal,
      loanCount: 40,
      importCount: 1,
      isRemovable: false,
    });
    await openRemoval();
    expect(words()).toMatch(/40 loans.*1 import/);
    await expect(press('Remove client')).rejects.toThrow('There is no button');
  });
});

describe('a new client, step by step', () => {
  beforeEach(() => {
    server.on(peopleCalls.listManagers, onePage([]));
  });

  it('does not go on without a name, and says so at the field', async () => {
    await openSteps();
    await submit();
    expect(saidAt('profile.Client_Name')).not.toBe('');
    expect(document.activeElement).toBe(name());
  });

  it('leads back to the step of a field that the server refuses, with everything typed kept', async () => {
    server.on(clientCalls.createClient, () => {
      throw new Refusal(409, {
        code: 'TAKEN',
        message: 'Taken.',
        details: [fieldProblem('profile.Client_Name', 'taken-by-client')],
      });
    });
    const view = await openSteps();
    await view.type(name(), 'Surya Finance');
    for (let step = 0; step < 7; step += 1) await submit();
    expect(server.sentOf(clientCalls.createClient)).toHaveLength(1);
    expect(saidAt('profile.Client_Name')).not.toBe('');
    expect(name().value).toBe('Surya Finance');
  });

  it('finds what was typed again after a reload, and starts over when asked to', async () => {
    const view = await openSteps();
    await view.type(name(), 'Surya Finance');
    // The page may die before a pause.
    expect(sessionStorage.length).toBe(1);
    await openSteps();
    expect(name().value).toBe('Surya Finance');
    await press('Start over');
    expect(name().value).toBe('');
  });
});
