import { join, resolve } from 'node:path';
import { z } from 'zod';
import { PHONE_UNLOCKS } from '../contract/phone-unlock.ts';
import type { PhoneUnlock } from '../contract/phone-unlock.ts';
import { biEnvironment } from './bi/bi-settings.ts';
import type { BiSettings } from './bi/bi-settings.ts';
import { s3Environment } from './file-store/s3-settings.ts';
import type { S3Settings } from './file-store/s3-settings.ts';
import { ariEnvironment } from './telephony/ari-settings.ts';
import type { AriSettings } from './telephony/ari-settings.ts';
import type { SimulatorSettings } from './telephony/simulator.ts';
import { mailEnvironment } from './mail-settings.ts';
import type { MailSettings } from './mail-settings.ts';
import { isNearTo } from './near-names.ts';
import { wholeNumber } from './number-settings.ts';
import { isReadableUrl } from './readable-url.ts';
import { MESSAGE_NAMES, messageEnvironment, SECRET_MESSAGE_SETTING } from './message-settings.ts';
import type { MessageSettings } from './message-settings.ts';

const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' });

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\/\S+$/.test(text) && isReadableUrl(text);
}

const postgresUrl = z
  .string()
  .refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/database')
  .optional();

/** What would be taken for the name of a folder below the one that the server was started in. */
const folder = z
  .string()
  .refine(
    (path) => !/^~|:\/\/|\n/.test(path),
    'must be the path of a folder such as /srv/recoup; ~ is the shell’s',
  );

/** An address to which a browser may send a login; no user name or password in it. */
function isServiceUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  );
}

/** How the embedded telephone exchange plays the world; the rest of the calls rings out. */
const simulatorSchema = {
  SIM_ANSWER_PERCENT: wholeNumber(0, 100, 35),
  SIM_MACHINE_PERCENT: wholeNumber(0, 100, 10),
  SIM_BUSY_PERCENT: wholeNumber(0, 100, 10),
  SIM_RING_SECONDS: wholeNumber(1, 60, 9),
  SIM_TALK_SECONDS: wholeNumber(15, 3600, 120),
  SIM_SPEED: wholeNumber(1, 1000, 1),
  SIM_SEED: z.string().default('recoup'),
};

const environmentSchema = z.object({
  PORT: wholeNumber(0, 65_535, 8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: folder.default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_OWNER_URL: postgresUrl,
  REPORTS_DATABASE_URL: postgresUrl,
  DATABASE_CONNECTIONS: wholeNumber(2, 500, 20),
  REQUESTS_AT_ONCE: wholeNumber(2, 1000, 32),
  BACKUP_DIR: folder.optional(),
  DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  BUSINESS_TZ: z
    .string()
    .refine(isTimeZone, 'must be a time zone name such as Asia/Kolkata')
    .default('Asia/Kolkata'),
  BASE_PATH: z
    .string()
    .regex(
      /^\/((?!\.{1,2}(\/|$))[\w.~-]+(\/|$))*$/,
      'must start with a slash, such as / or /recoup',
    )
    .default('/'),
  TRUST_PROXY: wholeNumber(0, 9, 0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .default('warn'),
  DIALER_LOGIN_URL: z
    .string()
    .refine(isServiceUrl, 'must look like https://dialer.example/login')
    .optional(),
  DIALER_APP_URL: z
    .string()
    .refine(
      (text) => /^\/(?!\/)[\w./~-]*$/.test(text) || isServiceUrl(text),
      'must be a path of the app such as /predictive-call, or look like https://dialer.example/',
    )
    .default('/predictive-call'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  AUDIT_ANCHOR_URL: z
    .string()
    .refine(isServiceUrl, 'must look like https://witness.example/heads')
    .optional(),
  RECORDING_HOSTS: z
    .string()
    .refine(
      (text) => text.split(',').every((host) => /^[\w.-]+(:\d{1,5})?$/.test(host.trim())),
      'must be hosts such as recordings.example.com or 10.0.0.5:8088, with commas between them',
    )
    .optional(),
  PUSH_CONTACT: z
    .string()
    .refine(
      (text) => /^mailto:[^\s@]+@[^\s@]+$/.test(text) || /^https:\/\/\S+$/.test(text),
      'must look like mailto:admin@example.com or https://example.com/',
    )
    .default('mailto:recoup@example.com'),
  PUSH_TO_PRIVATE: flag.default('0'),
  PHONE_UNLOCK: z
    .enum(PHONE_UNLOCKS, { error: `must be one of ${PHONE_UNLOCKS.join(', ')}` })
    .default('any'),
  PHONE_PASSWORD_DAYS: wholeNumber(1, 30, 7),
  PHONE_PIN_TRIES: wholeNumber(3, 10, 5),
  PHONE_IDLE_MINUTES: wholeNumber(1, 10, 10),
  DELIVERY_ENDS_WITH_PASSWORD: flag.default('0'),
  ...simulatorSchema,
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: 'must be production, development or test',
    })
    .default('development'),
});

/** What a deployment may set (design: settings); made once at the start and handed to whoever needs it. */
export interface Settings {
  /** TCP port to listen on; 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute folder of the embedded database and the files. */
  readonly dataDir: string;
  /** A PostgreSQL server; null means the embedded one. */
  readonly databaseUrl: string | null;
  /** Another user's address of it: who migrates and owns the audit trail. */
  readonly databaseOwnerUrl: string | null;
  /** A streaming replica of it that reports and files are read on; null: they read the database itself. */
  readonly reportsDatabaseUrl: string | null;
  /** Most connections one server process opens to the database. */
  readonly databaseConnections: number;
  /** Calls that one server process works on at the same time; more wait their turn for a moment. */
  readonly requestsAtOnce: number;
  /** Absolute folder of the backups' files. */
  readonly backupDir: string;
  /** The store that backups are put into instead; null: the folder. */
  readonly backupS3: S3Settings | null;
  /** The store that files are put into instead of the data folder; null: the folder. */
  readonly filesS3: S3Settings | null;
  /** Make the demo organisation when the database is empty. */
  readonly isDemo: boolean;
  /** One password for all demo users; null means a random one. */
  readonly demoPassword: string | null;
  /** IANA time zone in which days, months and contact hours are counted. */
  readonly businessTz: string;
  /** Path under which the app is served, without a trailing slash; the empty string is the root. */
  readonly basePath: string;
  /**
   * Proxies in front: the caller's address is that far from the end of X-Forwarded-For, since what stands before it is what
   * the caller says itself. 0: nobody is believed about it.
   */
  readonly trustedProxies: number;
  /** The dialer service that takes the dialer role's login; null means our own. */
  readonly dialerLoginUrl: string | null;
  /** Where a dialer goes after its login: a path of the app or another site's address. */
  readonly dialerAppUrl: string;
  /** Hosts (with their port, when it is not the usual one) whose call recordings are played; lower-case. */
  readonly recordingHosts: readonly string[];
  /** Whom a push service may write to about this server's messages: a mailto: or https: address. */
  readonly pushContact: string;
  /** Push to addresses in private networks and without TLS too: for tests. */
  readonly isPrivatePushAllowed: boolean;
  /** How phones may be opened without the password. */
  readonly phoneUnlock: Omit<PhoneUnlock, 'passwordMark'>;
  /** A new password ends what other devices deliver with: their work waits for a login. */
  readonly isDeliveryEndedByPassword: boolean;
  /** The telephone exchange that is called through; null means the embedded one. */
  readonly ari: AriSettings | null;
  /** The embedded telephone exchange. Its speed is life's when another is called through. */
  readonly simulator: SimulatorSettings;
  /** Who sends messages to borrowers, by channel. */
  readonly messages: MessageSettings;
  /** The server that e-mails are handed to; null: they are recorded here and leave for nowhere. */
  readonly mail: MailSettings | null;
  /** Where people open the app, without a trailing slash, for links in e-mails; null: e-mails have none. */
  readonly appUrl: string | null;
  /** Who may read /metrics; null: nobody. */
  readonly metricsToken: string | null;
  /** Where signed heads of the audit trail are sent too. */
  readonly auditAnchorUrl: string | null;
  /** The BI tool that dashboards are opened in; null: the product's own. */
  readonly bi: BiSettings | null;
  /** Whose subscription opens it (spec 4.5). */
  readonly biSubscription: 'primary_explorar' | 'secondry';
  readonly logLevel: string;
  /** Names that look like settings and are none. */
  readonly unknown: readonly string[];
  readonly isProduction: boolean;
}

/** A setting has a wrong value; the message names each one and says what it must be. */
class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

function simulatorOf(
  values: z.infer<typeof environmentSchema> & { readonly ari: AriSettings | null },
): SimulatorSettings {
  return {
    model: {
      answerShare: values.SIM_ANSWER_PERCENT / 100,
      machineShare: values.SIM_MACHINE_PERCENT / 100,
      busyShare: values.SIM_BUSY_PERCENT / 100,
      failedShare: 0.02,
      ringSeconds: values.SIM_RING_SECONDS,
      talkSeconds: values.SIM_TALK_SECONDS,
    },
    seed: values.SIM_SEED,
    speed: values.ari ? 1 : values.SIM_SPEED,
  };
}

function phoneSettingsOf(
  values: z.infer<typeof environmentSchema>,
): Pick<Settings, 'phoneUnlock' | 'isDeliveryEndedByPassword'> {
  return {
    phoneUnlock: {
      allowed: values.PHONE_UNLOCK,
      passwordDays: values.PHONE_PASSWORD_DAYS,
      tries: values.PHONE_PIN_TRIES,
      idleSeconds: values.PHONE_IDLE_MINUTES * 60,
    },
    isDeliveryEndedByPassword: values.DELIVERY_ENDS_WITH_PASSWORD === '1',
  };
}

/** What names another way to the database says nothing about the embedded one. */
function needsDatabaseUrl(
  values: Readonly<Record<string, unknown>>,
  context: z.core.$RefinementCtx,
): void {
  for (const name of ['DATABASE_OWNER_URL', 'REPORTS_DATABASE_URL'])
    if (values[name] !== undefined && values['DATABASE_URL'] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: 'needs DATABASE_URL too' });
}

const consistentSchema = environmentSchema.superRefine(needsDatabaseUrl);

const settingsSchema = consistentSchema
  .and(messageEnvironment)
  .and(mailEnvironment)
  .and(ariEnvironment)
  .and(biEnvironment)
  .and(s3Environment);

/** The names that a schema of settings reads. */
function namesIn(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodPipe) return namesIn(schema.in);
  if (schema instanceof z.ZodIntersection)
    return [...namesIn(schema.def.left), ...namesIn(schema.def.right)];
  return [];
}

const NAMES: ReadonlySet<string> = new Set([...namesIn(settingsSchema), ...MESSAGE_NAMES]);

/** How names begin that nothing but settings of ours should have. */
const OUR_NAMES =
  /^(MESSAGE|ARI|BI|SIM|PHONE|DATABASE|REPORTS_DATABASE|BACKUP|FILES_S3|DEMO|DIALER|DELIVERY|RECORDING|PUSH|AUDIT|METRICS|TRUST_PROX)/;

/** What looks like a setting and is none: mistyped, it does nothing, and nobody hears of it. */
const unknownNames = (given: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(given).filter(
    (name) => !NAMES.has(name) && (OUR_NAMES.test(name) || isNearTo(name, NAMES)),
  );

/** A shell takes quotes away; where files of settings are read without one they become part of a password, token or path. */
const withoutQuotes = z.record(z.string(), z.unknown()).transform((given, context) => {
  for (const [name, value] of Object.entries(given))
    if (NAMES.has(name) && /^(["']).*\1$/s.test(String(value)))
      context.addIssue({ code: 'custom', path: [name], message: 'must not stand in quotes' });
  return {};
});

/** What is set, trimmed and read. Throws SettingsError. */
function readValues(env: Readonly<Record<string, string | undefined>>) {
  const trimmed = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const);
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
  const parsed = withoutQuotes.and(settingsSchema).safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      // A database address holds a password: it is not repeated.
      const isSecret = /URL|PASSWORD|TOKEN|SECRET/.test(name) || SECRET_MESSAGE_SETTING.test(name);
      const shown = isSecret ? '' : ` (it is "${given[name] ?? ''}")`;
      return `${name} ${issue.message}${shown}`;
    });
    throw new SettingsError(`Wrong settings. ${lines.join('. ')}.`);
  }
  return { ...parsed.data, unknown: unknownNames(given) };
}

/** Reads the settings from environment variables (empty and blank ones count as not set). Throws SettingsError. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const values = readValues(env);
  const isProduction = values.NODE_ENV === 'production';
  const isDemoByDefault = values.DATABASE_URL === undefined && !isProduction;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? null,
    reportsDatabaseUrl: values.REPORTS_DATABASE_URL ?? null,
    databaseConnections: values.DATABASE_CONNECTIONS,
    requestsAtOnce: values.REQUESTS_AT_ONCE,
    backupDir: resolve(values.BACKUP_DIR ?? join(values.DATA_DIR, 'backups')),
    backupS3: values.backupS3,
    filesS3: values.filesS3,
    isDemo: values.DEMO === undefined ? isDemoByDefault : values.DEMO === '1',
    demoPassword: values.DEMO_PASSWORD ?? null,
    businessTz: values.BUSINESS_TZ,
    basePath: values.BASE_PATH.replace(/\/+$/, ''),
    trustedProxies: values.TRUST_PROXY,
    dialerLoginUrl: values.DIALER_LOGIN_URL ? new URL(values.DIALER_LOGIN_URL).href : null,
    dialerAppUrl: values.DIALER_APP_URL,
    recordingHosts: (values.RECORDING_HOSTS ?? '')
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
    pushContact: values.PUSH_CONTACT,
    isPrivatePushAllowed: values.PUSH_TO_PRIVATE === '1',
    ...phoneSettingsOf(values),
    ari: values.ari,
    simulator: simulatorOf(values),
    messages: values.messages,
    mail: values.mail,
    appUrl: values.appUrl,
    metricsToken: values.METRICS_TOKEN ?? null,
    auditAnchorUrl: values.AUDIT_ANCHOR_URL ?? null,
    bi: values.bi,
    biSubscription: values.biSubscription,
    logLevel: values.LOG_LEVEL,
    unknown: values.unknown,
    isProduction,
  };
}
