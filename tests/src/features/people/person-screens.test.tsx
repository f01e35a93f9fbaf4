// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldProblem } from '../../../../contract/errors.ts';
import { peopleCalls } from '../../../../contract/people.ts';
import type { Person, Removal } from '../../../../contract/person.ts';
import { clientCalls } from '../../../../contract/client.ts';
import {
  ManagerCreateScreen,
  ManagerEditScreen,
} from '../../../../src/features/people/person-form-screens.tsx';
import { PersonRemovalDialog } from '../../../../src/features/people/person-removal-dialog.tsx';
import {
  FakeServer,
  Refusal,
  element,
  inputOf,
  madeId,
  openScreen,
  press,
  saidAt,
  submit,
  toasts,
  viewer,
} from '../../support/screen.tsx';
import type { Rendered } from '../../support/render.tsx';

const manager: Person = {
  _id: madeId(2),
  role: 'MANAGER',
  username: 'usha',
  fullName: 'Usha Rao',
  email: 'usha@agency.test',
  phone: '9811112222',
  createdBy: null,
  createdByName: null,
  managerId: null,
  managerName: null,
  client: null,
  Client_Name: null,
  clientIds: [],
  clientNames: [],
  location: null,
  manualProcess: null,
  assignedPredictiveProcess: null,
  extension: null,
  noBiReport: null,
  isActive: true,
  loanCount: 12,
  dueAmount: 345_000,
  teamCount: 3,
  lastSeenAt: null,
  createdAt: '2026-11-01T04:30:00.000Z',
  revision: 7,
};
const removal: Removal = {
  _id: manager._id,
  fullName: manager.fullName,
  role: 'MANAGER',
  loanCount: 12,
  dueAmount: 345_000,
  alertCount: 4,
  teamCount: 3,
  unsentCount: 0,
  inHandAmount: 0,
  waitingSettlements: 0,
  needsSuccessor: true,
  successors: [{ _id: madeId(3), fullName: 'Ravi Shah', username: 'ravi', loanCount: 9 }],
  refusal: null,
};

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().on(clientCalls.listClientNames, { data: [] });
});
afterEach(() => vi.unstubAllGlobals());

async function fill(view: Rendered, values: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(values)) await view.type(inputOf(name), text);
}

const openForm = () =>
  openScreen(<ManagerCreateScreen user={viewer('ADMIN')} />, server, '/manager/create');
const openRemoval = () =>
  openScreen(
    <PersonRemovalDialog person={manager} what="delete" onClose={() => undefined} />,
    server,
  );

describe('the form of a new manager', () => {
  it('says under its field what is missing, and sends nothing', async () => {
    await openForm();
    await submit();
    for (const name of ['fullName', 'username', 'email', 'password'])
      expect(saidAt(name), name).not.toBe('');
    expect(document.activeElement?.getAttribute('name')).not.toBeNull();
    expect(server.sentOf(peopleCalls.addManager)).toEqual([]);
  });

  it('says under the user name that it is taken, keeps what was typed, and sends again once it is another', async () => {
    let isTaken = true;
    server.on(peopleCalls.addManager, () => {
      if (isTaken)
        throw new Refusal(409, {
          code: 'TAKEN',
          message: 'This user name is taken.',
          details: [fieldProblem('username', 'taken-login')],
        });
      return { data: manager };
    });
    const view = await openForm();
    await fill(view, {
      fullName: 'Usha Rao',
      username: 'usha',
      email: 'usha@agency.test',
      password: 'long enough for it',
    });
    await submit();
    expect(saidAt('username')).not.toBe('');
    expect(document.activeElement).toBe(inputOf('username'));
    expect(inputOf('fullName').value).toBe('Usha Rao');
    expect(inputOf('password').value).toBe('long enough for it');
    isTaken = false;
    await view.type(inputOf('username'), 'usha.rao');
    await submit();
    expect(server.sentOf(peopleCalls.addManager).map(({ body }) => body)).toMatchObject([
      { username: 'usha' },
      { username: 'usha.rao', fullName: 'Usha Rao' },
    ]);
    expect(toasts()).toHaveLength(1);
  });
});

describe("a manager's form that somebody else has changed meanwhile", () => {
  it("says who, has the other's fields, keeps what was typed, and sends only that on the newer revision", async () => {
    const theirs = { ...manager, email: 'usha.rao@agency.test', revision: 8 };
    let stored = manager;
    server
      .on(peopleCalls.readManager, () => ({ data: stored }))
      .on(peopleCalls.changeManager, ({ body }) => {
        if ((body as { revision: number }).revision !== stored.revision)
          throw new Refusal(409, {
            code: 'STALE_REVISION',
            message: 'Changed meanwhile.',
            details: { changedBy: 'Ravi Shah', changedAt: '2026-11-02T04:30:00.000Z' },
          });
        return { data: stored };
      });
    const view = await openScreen(
      <ManagerEditScreen user={viewer('ADMIN')} />,
      server,
      `/manager/edit?id=${manager._id}`,
    );
    await view.type(inputOf('fullName'), 'Usha R. Rao');
    stored = theirs;
    await submit();
    expect(view.text()).toContain('Ravi Shah changed this meanwhile');
    expect(inputOf('fullName').value).toBe('Usha R. Rao');
    expect(inputOf('email').value).toBe(theirs.email);
    await submit();
    expect(server.sentOf(peopleCalls.changeManager).at(-1)?.body).toEqual({
      _id: manager._id,
      revision: 8,
      fullName: 'Usha R. Rao',
    });
  });
});

it('names the clients of a manager that a partner cannot choose, and takes none of them away', async () => {
  const [own, agencys] = [madeId(5), madeId(6)];
  server
    .on(clientCalls.listClientNames, { data: [{ _id: own, Client_Name: 'Tulsi Finserv' }] })
    .on(peopleCalls.readManager, {
      data: {
        ...manager,
        clientIds: [agencys, own],
        clientNames: ['Bakul Housing', 'Tulsi Finserv'],
      },
    });
  const view = await openScreen(
    <ManagerEditScreen user={viewer('PARTNER')} />,
    server,
    `/manager/edit?id=${manager._id}`,
  );
  const chosen = view.all('.mantine-Pill-root');
  expect(chosen.map(({ textContent }) => textContent)).toEqual(['Bakul Housing', 'Tulsi Finserv']);
  expect(chosen.map((each) => each.querySelectorAll('button').length)).toEqual([0, 1]);
});

it('asks whoever changes the own login for the password of now, and sends that along', async () => {
  server
    .on(peopleCalls.readManager, { data: manager })
    .on(peopleCalls.changeManager, { data: manager });
  const view = await openScreen(
    <ManagerEditScreen user={{ ...viewer('ADMIN'), _id: manager._id }} />,
    server,
    `/manager/edit?id=${manager._id}`,
  );
  const asked = () => view.all('input[name="currentPassword"]').length;
  await view.type(inputOf('fullName'), 'Usha R. Rao');
  expect(asked()).toBe(0);
  await view.type(inputOf('password'), 'another long one');
  expect(asked()).toBe(1);
  await view.type(inputOf('currentPassword'), 'the one of now');
  await submit();
  expect(server.sentOf(peopleCalls.changeManager).at(-1)?.body).toMatchObject({
    password: 'another long one',
    currentPassword: 'the one of now',
  });
});

describe('deleting a manager', () => {
  it('says what hangs on it, and asks who takes over before anything is sent', async () => {
    server.on(peopleCalls.readRemoval, removal);
    await openRemoval();
    const words = element('[role="dialog"]').textContent ?? '';
    expect(words).toContain('12 · ₹3,45,000');
    expect(words).toContain('Open promises and callbacks');
    await press('Delete for good');
    expect(element('[role="dialog"]').textContent).toContain('Choose who takes over.');
    expect(server.sentOf(peopleCalls.removeManager)).toEqual([]);
  });

  it('says that settlements would wait for nobody', async () => {
    server.on(peopleCalls.readRemoval, { ...removal, waitingSettlements: 3 });
    await openRemoval();
    expect(element('[role="dialog"]').textContent).toContain(
      '3 settlements wait for this client, and nobody else there could decide them.',
    );
  });

  it('says why it cannot be, and offers no button for it', async () => {
    server.on(peopleCalls.readRemoval, { ...removal, refusal: 'This is the last admin.' });
    await openRemoval();
    expect(element('[role="dialog"] [role="alert"]').textContent).toContain('last admin');
    await expect(press('Delete for good')).rejects.toThrow('There is no button');
  });
});
