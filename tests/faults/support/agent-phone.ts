import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { BrowserContext, Page } from '@playwright/test';
import { goInside } from '../../e2e/support/page-watch.ts';
import { fireSync, killPhone, openPhone } from '../../e2e/support/phone.ts';
import type { Lab } from './lab.ts';
import { openLedger } from './ledger.ts';
import type { Ledger, LedgerEntry } from './ledger.ts';
import { faultPassword } from './organisation.ts';
import type { Agent, AgentLoan } from './organisation.ts';
import type { testChromium } from '../../support/chromium.ts';
import { readOutbox, unsentOf } from './phone-store.ts';
import { hurry, shiftClock } from './phone-time.ts';
import type { PhoneOutbox } from './phone-store.ts';
import type { ChosenFile } from './sample-files.ts';
import { sha256Of } from './sample-files.ts';

/** How a phone differs from the usual one. */
export interface PhoneOptions {
  /** Loans on its agent's list; 4 unless told. */
  readonly loans?: number;
  /** Without Background Sync: only the page delivers. */
  readonly hasSync?: boolean;
  /** The page's own time limits (AbortSignal.timeout) end so many times sooner. */
  readonly hurry?: number;
  /** The clock that its pages see; read at each start of the browser. */
  readonly clock?: { aheadMs: number };
  /** The browser lets the app store so many bytes. */
  readonly quotaBytes?: number;
  /** The one of the browser tests unless told. */
  readonly browser?: typeof testChromium;
}

/** A field agent's phone with the shipped app on it, killed and started at will. */
export interface AgentPhone {
  readonly agent: Agent;
  readonly ledger: Ledger;
  readonly profile: string;
  readonly context: () => BrowserContext;
  /** The app's page. */
  readonly page: () => Page;
  /** Records a visit by the screen, until it says "saved", and notes it in the ledger. */
  saveVisit(loan: AgentLoan | undefined, visit?: VisitPlan): Promise<LedgerEntry>;
  /** Fills a visit's form and leaves it open, not saved. */
  fillVisit(loan: AgentLoan | undefined, visit?: VisitPlan): Promise<void>;
  /** Saves the visit in the open form likewise. */
  saveFilled(loan: AgentLoan | undefined, visit?: VisitPlan): Promise<LedgerEntry>;
  /** Corrects the borrower's phone number likewise. */
  saveEdit(loan: AgentLoan | undefined, mobile: string): Promise<LedgerEntry>;
  /** The outbox as it lies in the phone's database. */
  outbox(): Promise<PhoneOutbox>;
  /** A loan of its agent that no test took yet. */
  freshLoan(): AgentLoan;
  /** Waits until the phone itself has found out that something can't be sent for now. */
  failedToSend(): Promise<void>;
  /** Presses "Send now" on the outbox screen. */
  sendNow(): Promise<void>;
  /** Waits until nothing is unsent any more but the parked operations named; by itself, nobody presses anything. */
  drained(parked?: readonly string[]): Promise<void>;
  /** A sync event for the worker. */
  sync(): Promise<void>;
  /** SIGKILL of the whole browser. */
  kill(): Promise<void>;
  /**
   * Starts the browser (after a kill or close) at a screen of the app. Chromium writes local storage down seconds late: a
   * kill soon after the login takes the session along, and the agent logs in again, without a network too.
   */
  start(path?: string, isOffline?: boolean): Promise<Page>;
  /** Closes the app's pages; the browser goes on. */
  closeApp(): Promise<void>;
  close(): Promise<void>;
}

/** What a visit has beside its outcome. */
export interface VisitPlan {
  readonly remarks?: string;
  readonly documents?: readonly ChosenFile[];
  readonly photos?: readonly ChosenFile[];
}

const HOME = '/field-agent-loans';

/** A pull stops before the oldest transaction that runs: what was stored a moment ago may come with the next one. */
async function expectLoans(page: Page): Promise<void> {
  const loan = page.getByText(/^Borrower \d+$/).first();
  const refresh = page.getByRole('main').getByRole('button', { name: 'Refresh' });
  await expect(async () => {
    const isHere = await loan.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    if (!isHere) await refresh.click({ timeout: 1000 }).catch(() => undefined);
    expect(isHere).toBe(true);
  }).toPass();
}

/** Logs an agent in by the field agents' door and waits until its loans are on the phone and the worker runs. */
export async function logInAgent(page: Page, url: string, agent: Agent): Promise<void> {
  await page.goto(`${url}/field-agent/login`);
  await page.getByLabel('Email').fill(agent.email);
  await page.getByLabel('Password', { exact: true }).fill(faultPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
  // Whose session ended is led back to where it was.
  if (new URL(page.url()).pathname !== '/') await goInside(page, HOME);
  // Under time limits that end sooner the first pull may be given up on a busy machine: it is asked for again.
  if (agent.loans.length > 0) await expectLoans(page);
  await expect(page.getByText(/As of/)).toBeVisible();
  await page.evaluate(async () => navigator.serviceWorker.ready);
}

async function chooseFiles(page: Page, label: string, files: readonly ChosenFile[]): Promise<void> {
  if (files.length === 0) return;
  await page.getByLabel(label).setInputFiles(files.map((file) => ({ ...file })));
}

async function fillVisit(page: Page, loan: AgentLoan, visit: VisitPlan): Promise<void> {
  const { documents = [], photos = [], remarks } = visit;
  await goInside(page, `/field-agent/loan/visit?id=${loan.id}`);
  await expect(page.getByText(loan.name).first()).toBeVisible();
  await page.getByRole('button', { name: 'Door locked' }).click();
  if (remarks !== undefined) await page.getByLabel('Remarks').fill(remarks);
  await chooseFiles(page, 'Take photo', photos);
  await chooseFiles(page, 'Add file', documents);
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(
    documents.length + photos.length,
  );
}

/** After the screen said "saved": the newest operation of the loan, waiting or confirmed already. */
async function noteSaved(
  phone: Pick<AgentPhone, 'agent' | 'ledger' | 'outbox'>,
  loan: AgentLoan,
  call: LedgerEntry['call'],
): Promise<LedgerEntry> {
  const known = new Set(phone.ledger.entries.map(({ opId }) => opId));
  const { operations, receipts, files } = await phone.outbox();
  const [saved, ...others] = [...operations, ...receipts].filter(
    ({ loanId, opId }) => loanId === loan.id && !known.has(opId),
  );
  if (saved === undefined) throw new Error('The screen said saved, but nothing new is there.');
  expect(others, 'one save makes one operation').toEqual([]);
  const { opId, payloadHash, sequence, loanId, after } = saved;
  const own = files.filter((file) => file.opId === opId);
  const entry: LedgerEntry = {
    opId,
    userId: phone.agent.id,
    call,
    payloadHash,
    sequence,
    loanId,
    after,
    files: own.map(({ fileId, sha256, size }) => ({ fileId, sha256, size })),
  };
  phone.ledger.note(entry);
  return entry;
}

/** Failed tries that something which still waits has behind it. */
async function failedTries({ outbox }: Pick<AgentPhone, 'outbox'>): Promise<number> {
  const read = await outbox();
  const { delivery } = read;
  const { operations, files } = unsentOf(read);
  const tries = [...operations, ...files].map(({ attempts }) => attempts);
  return Math.max(delivery?.attempts ?? 0, ...tries);
}

function given(loan: AgentLoan | undefined): AgentLoan {
  if (loan === undefined) throw new Error('This agent has fewer loans.');
  return loan;
}

const savedText = (page: Page) => page.getByText(/Saved on this phone/).first();

type Screens = Pick<
  AgentPhone,
  'saveVisit' | 'fillVisit' | 'saveFilled' | 'saveEdit' | 'sendNow' | 'drained'
>;

/** What one agent does by the screens of a phone's current page. */
export function screensOf(
  phone: Pick<AgentPhone, 'agent' | 'ledger' | 'outbox' | 'page'>,
): Screens {
  const fill = async (wanted: AgentLoan | undefined, visit: VisitPlan = {}) =>
    fillVisit(phone.page(), given(wanted), visit);
  const saveFilled = async (wanted: AgentLoan | undefined, visit: VisitPlan = {}) => {
    const page = phone.page();
    await page.getByRole('button', { name: 'Save visit' }).click();
    await expect(page).toHaveURL(/\/field-agent\/loan\?/);
    await expect(savedText(page)).toBeVisible();
    // The address changes before the screen does: whoever opens the form at once would get the old one.
    await expect(page.getByRole('button', { name: 'Save visit' })).toHaveCount(0);
    const entry = await noteSaved(phone, given(wanted), 'createFieldDisposition');
    const { documents = [], photos = [] } = visit;
    const hashes = entry.files.map(({ sha256 }) => sha256);
    expect(hashes).toHaveLength(documents.length + photos.length);
    for (const { buffer } of documents) expect(hashes).toContain(sha256Of(buffer));
    return entry;
  };
  return {
    fillVisit: fill,
    saveFilled,
    drained: (more) => waitDrained(phone, more),
    saveVisit: async (loan, visit) => {
      await fill(loan, visit);
      return saveFilled(loan, visit);
    },
    saveEdit: async (wanted: AgentLoan | undefined, mobile: string) => {
      const page = phone.page();
      const loan = given(wanted);
      await goInside(page, `/field-agent/loan/edit?id=${loan.id}`);
      await expect(page.getByText(loan.name).first()).toBeVisible();
      await page.getByLabel('Mobile', { exact: true }).fill(mobile);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page).toHaveURL(/\/field-agent\/loan\?/);
      await expect(savedText(page)).toBeVisible();
      return noteSaved(phone, loan, 'editLoan');
    },
    sendNow: async () => {
      const page = phone.page();
      await goInside(page, '/outbox');
      const sent = page.getByText('Everything is sent', { exact: true });
      // What goes by itself before anybody presses takes the button along.
      await page
        .getByRole('button', { name: 'Send now' })
        .click({ timeout: 10_000 })
        .catch(async (error: unknown) => {
          if (!(await sent.isVisible())) throw error;
        });
    },
  };
}

/** Waits until the outbox is empty but for what is parked; fails with what is left. */
async function waitDrained(
  phone: Pick<AgentPhone, 'outbox'>,
  parked: readonly string[] = [],
): Promise<void> {
  const left = async () => {
    const { operations, files } = unsentOf(await phone.outbox());
    return [
      ...operations
        .filter(({ opId }) => !parked.includes(opId))
        .map(({ opId, state, answer }) => ({ opId, state, answer })),
      ...files
        .filter(({ opId, fileId }) => !parked.includes(fileId) && !parked.includes(opId))
        .map(({ fileId, state, answer }) => ({ fileId, state, answer })),
    ];
  };
  await expect
    .poll(left, { timeout: 80_000, intervals: [150], message: 'everything is sent' })
    .toEqual([]);
}

/** Starts the phone of a new agent and logs it in through the proxy. */
export async function startAgentPhone(lab: Lab, options: PhoneOptions = {}): Promise<AgentPhone> {
  const agent = await lab.organisation.addAgent(options.loans ?? 4);
  const { url } = lab.proxy;
  const profile = join(lab.folder, agent.name);
  let context: BrowserContext;
  let page: Page;
  const open = async (isOffline = false) => {
    context = await openPhone(profile, isOffline, options.browser);
    if (options.hasSync === false) {
      await context.clearPermissions();
      await context.grantPermissions(['geolocation']);
    }
    if (options.hurry !== undefined) await hurry(context, options.hurry);
    if (options.clock !== undefined) await shiftClock(context, options.clock.aheadMs);
    page = context.pages()[0] ?? (await context.newPage());
    if (options.quotaBytes === undefined) return;
    // Before the app writes anything: after that the browser goes by what it once found. Ends with the session.
    const devtools = await context.newCDPSession(page);
    const quota = { origin: url, quotaSize: options.quotaBytes };
    await devtools.send('Storage.overrideQuotaForOrigin', quota);
  };
  await open();
  const core = {
    agent,
    ledger: openLedger(join(lab.folder, `${agent.name}.ledger`)),
    page: () => page,
    outbox: () => readOutbox(page, agent.id),
  };
  await logInAgent(core.page(), url, agent);
  const unused = [...agent.loans];
  return {
    ...core,
    ...screensOf(core),
    profile,
    context: () => context,
    freshLoan: () => given(unused.shift()),
    failedToSend: async () => {
      const message = 'the phone finds out that something can not be sent';
      await expect.poll(() => failedTries(core), { intervals: [50], message }).toBeGreaterThan(0);
    },
    sync: () => fireSync(context, url),
    kill: async () => {
      killPhone(profile);
      await context.close().catch(() => undefined);
    },
    start: async (path = HOME, isOffline = false) => {
      await open(isOffline);
      await page.goto(`${url}${path}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      if (page.url().includes('login')) {
        await logInAgent(page, url, agent);
        await goInside(page, path);
      }
      return page;
    },
    closeApp: async () => {
      const elsewhere = await context.newPage();
      await elsewhere.goto('about:blank');
      for (const one of context.pages()) if (one !== elsewhere) await one.close();
      page = elsewhere;
    },
    close: () => context.close().catch(() => undefined),
  };
}
