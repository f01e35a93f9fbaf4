import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Quota } from './quota.ts';
import { FakeServer, loadPage, logIn, newPhone, newUser } from './support.ts';
import type { Page, pulledLoan } from './support.ts';

/* A server, a phone with one page and its user, for the files that try a phone: each test has its own. */

export let server: FakeServer;
export let page: Page;
export let user: LoggedInUser;

interface Beginning {
  /** What the first pull brings. */
  readonly loans?: readonly ReturnType<typeof pulledLoan>[];
  readonly quota?: Quota;
}

/** A phone that never saw the app; nobody is logged in. Before each test. */
export async function beginAnew({ loans, quota }: Beginning = {}): Promise<void> {
  server = new FakeServer();
  server.install();
  if (loans !== undefined) server.pages.push({ loans: [...loans], gone: [] });
  page = await newPhone(quota);
  user = newUser();
}

/** The same, with its user logged in. */
export async function beginLoggedIn(beginning?: Beginning, password?: string): Promise<void> {
  await beginAnew(beginning);
  await logIn(page, user, password);
}

/** The browser cleared the phone's storage. */
export async function clearStorage(): Promise<void> {
  page = await newPhone();
}

/** The page is loaded anew. */
export async function reload(): Promise<void> {
  page = await loadPage();
}
