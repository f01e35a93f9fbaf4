import type { CallAnswer } from '../../contract/call.ts';
import { HEALTH_CHECKS } from '../../contract/organisation-dashboard.ts';
import type {
  HealthCheck,
  HealthCheckName,
  organisationDashboardCalls,
} from '../../contract/organisation-dashboard.ts';
import type { Context } from '../context.ts';
import { log } from '../log.ts';
import { checkAudit, checkDatabase, checkMigrations, checkVersions } from './health-database.ts';
import {
  checkBackups,
  checkDevices,
  checkDialer,
  checkDisk,
  checkImports,
  checkJobs,
  checkMessages,
  checkPushKeys,
} from './health-work.ts';

type Health = CallAnswer<typeof organisationDashboardCalls.readHealth>;

/** What a check says; its name is the table's. */
export type Finding = Omit<HealthCheck, 'name'>;

const CHECKS: Readonly<Record<HealthCheckName, (context: Context) => Promise<Finding>>> = {
  database: checkDatabase,
  migrations: checkMigrations,
  jobs: checkJobs,
  imports: checkImports,
  devices: checkDevices,
  dialer: checkDialer,
  messages: checkMessages,
  audit: checkAudit,
  backups: checkBackups,
  pushKeys: checkPushKeys,
  disk: checkDisk,
  versions: checkVersions,
};

/** A check that cannot even be made is a finding, not a failed call. The reason goes to the server's log only. */
async function make(context: Context, name: HealthCheckName): Promise<HealthCheck> {
  try {
    return { name, ...(await CHECKS[name](context)) };
  } catch (error) {
    log.error({ err: error }, `The check of ${name} could not be made.`);
    return { name, state: 'BROKEN', facts: { unreadable: 1 } };
  }
}

/** How the installation is, check by check, in the order of the contract. */
export async function readHealth(context: Context): Promise<Health> {
  const checks = await Promise.all(HEALTH_CHECKS.map(async (name) => make(context, name)));
  return { checkedAt: new Date().toISOString(), checks };
}
