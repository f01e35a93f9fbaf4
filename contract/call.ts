import type { z } from 'zod';
import type { Role } from './roles.ts';

/** How a call's caller is known: nobody, a session's bearer token, or a device's delivery token. */
export type CallAccess = 'public' | 'session' | 'device';

/** How a request body travels. `multipart` carries `body`'s fields as text parts plus the files named in `files`. */
export type CallBodyKind = 'json' | 'multipart';

/** What an answer is: JSON by `answer`, or a file (attachment). */
export type CallAnswerKind = 'json' | 'file';

/** What calls are about. What is shown of a noun is read again after a command of it, and of those that it names. */
export type Noun =
  | 'activity-sheets'
  | 'agent-board'
  | 'agent-seats'
  | 'alerts'
  | 'allocation-rules'
  | 'allocation-runs'
  | 'allocations'
  | 'attendance'
  | 'backups'
  | 'bi'
  | 'borrower-profiles'
  | 'call-recordings'
  | 'call-sheets'
  | 'campaigns'
  | 'client-exports'
  | 'clients'
  | 'contact-rules'
  | 'data-insights'
  | 'deposits'
  | 'devices'
  | 'dialer'
  | 'dialer-reports'
  | 'dispositions'
  | 'employee-revenue'
  | 'fee-agreements'
  | 'files'
  | 'incentives'
  | 'invoices'
  | 'loan-conflicts'
  | 'loan-imports'
  | 'column-mappings'
  | 'loan-notes'
  | 'loans'
  | 'messages'
  | 'notifications'
  | 'organisation-dashboards'
  | 'own-device'
  | 'partners'
  | 'payments'
  | 'people'
  | 'predictions'
  | 'predictive-calls'
  | 'predictive-reports'
  | 'promises'
  | 'push'
  | 'receipts'
  | 'reconciliation'
  | 'report-schedules'
  | 'report-views'
  | 'reports'
  | 'sample-files'
  | 'session'
  | 'settlements'
  | 'sheets'
  | 'staff-dashboards'
  | 'targets'
  | 'visualizations'
  | 'work-reviews';

/**
 * One call of the product, once for all sides (design: the contract). The server registers its route from it,
 * the client calls through it, the OpenAPI document is made from it.
 */
export interface Call {
  /** `GET /loans/active/loans` is `listActiveLoans`: unique over all calls. */
  readonly name: string;
  /** When it is not that of its group (`callsOf`). */
  readonly noun?: Noun;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the spec gives it, parameters as `:id`; `/api/v2/...` whole, everything else below `/api/v1`. */
  readonly path: string;
  /** The spec's section it comes from, or `ours`. */
  readonly section: string;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  readonly access: CallAccess;
  /** Who may call it; `any` is any logged-in role. Empty for public and device calls. */
  readonly roles: readonly Role[] | 'any';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodType;
  readonly body?: z.ZodType;
  readonly bodyKind?: CallBodyKind;
  /** File parts of a multipart body: the part's name and how many at most. */
  readonly files?: Readonly<Record<string, number>>;
  readonly answer: z.ZodType;
  readonly answerKind?: CallAnswerKind;
  /** Largest request body in bytes, when it is not the server's default of 1 MiB. */
  readonly bodyLimit?: number;
  /**
   * Is a session's call done once under a name (`done-once.ts`)? POST and DELETE are, unless it only looks, its thing has an
   * id of the client's, or it answers a secret, which is kept nowhere; a PUT is not (the same again ends in the same state,
   * and may be meant), unless a repeat is refused: as somebody else's change, or as done already.
   */
  readonly isDoneOnce?: boolean;
  /** The body's `username` is that of the account being made or changed, not whom the caller claims to be. */
  readonly namesAccount?: true;
}

/** A call with its noun. */
export type NounCall = Call & { readonly noun: Noun };

/** What a group says of a call. It is ours and for a session, unless it says otherwise. */
type CallEntry = Omit<Call, 'name' | 'section' | 'access'> &
  Partial<Pick<Call, 'section' | 'access'>>;

type CallGroup<G> = {
  readonly [Name in keyof G]: G[Name] & { readonly name: Name; readonly noun: Noun } & {
    readonly section: string;
  } & (G[Name] extends { access: CallAccess } ? unknown : { readonly access: 'session' });
};

/** The calls of a noun, each named by its key; one that has a noun of its own keeps it. */
export function callsOf<const G extends Readonly<Record<string, CallEntry>>>(
  noun: Noun,
  group: G,
): CallGroup<G> {
  const told = { noun, section: 'ours', access: 'session' };
  const named = Object.entries(group).map(([name, call]) => [name, { ...told, ...call, name }]);
  return Object.fromEntries(named) as CallGroup<G>;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Given<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What a handler receives of a call: parsed. */
export interface CallRequest<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  headers: Parsed<C['headers']>;
  body: Parsed<C['body']>;
}

type InputPart<Name extends string, S> = S extends z.ZodType
  ? undefined extends Given<S>
    ? { [N in Name]?: Given<S> }
    : Record<string, never> extends Given<S>
      ? { [N in Name]?: Given<S> }
      : { [N in Name]: Given<S> }
  : { [N in Name]?: undefined };

/** What a caller gives to a call: before parsing. */
export type CallInput<C extends Call> = InputPart<'params', C['params']> &
  InputPart<'query', C['query']> &
  InputPart<'headers', C['headers']> &
  InputPart<'body', C['body']> & { files?: Record<string, readonly Blob[]> };

/** What a caller asks by. */
export type QueryOf<C extends Call> = NonNullable<CallInput<C>['query']>;

/** What a caller sends. */
export type BodyOf<C extends Call> = NonNullable<CallInput<C>['body']>;

/** A call's answer. */
export type CallAnswer<C extends Call> = z.output<C['answer']>;

/** The address of a call, its parameters filled in; throws when one is missing. */
export function callAddress(
  call: Call,
  params: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The call ${call.name} needs the parameter ${name}.`);
    return encodeURIComponent(String(value));
  });
  return path.startsWith('/api/') ? path : `/api/v1${path}`;
}
