import type { FastifyInstance } from 'fastify';
import { auditUpkeep } from './audit/audit-upkeep.ts';
import { openReadLog } from './audit/read-log.ts';
import { openDenials } from './access/denials.ts';
import { openRateLimits } from './access/rate-limit.ts';
import type { Context } from './context.ts';
import { openDatabase } from './database/connection.ts';
import { noticeRestore } from './database/database-life.ts';
import { watchDatabase } from './database/database-watch.ts';
import { openLongReads } from './database/long-reads.ts';
import { changedSettings, lifeMarkUpkeep } from './database/life-mark.ts';
import { bringUpToDate } from './database/application-role.ts';
import { ensureDemo } from './demo/demo-service.ts';
import { seatUpkeep } from './agent-states/seat-upkeep.ts';
import { startDialerEngine } from './dialer-engine/dialer-engine.ts';
import { deviceUpkeep } from './devices/device-upkeep.ts';
import { unfinishedFiles } from './file-store/folder-store.ts';
import { openFileStore } from './file-store/open-file-store.ts';
import { createApp } from './http/app.ts';
import { refuseTakenAddress } from './http/free-address.ts';
import { openIncomingFolder } from './http/incoming-folder.ts';
import { startSheetJobs } from './activity-sheets/sheet-jobs.ts';
import { startBackupJobs } from './backups/backup-jobs.ts';
import { backupFiles, backupSchedule } from './backups/backup-schedule.ts';
import { dataInsightExpiry, startDataInsightJobs } from './data-insights/data-insight-jobs.ts';
import { startListJobs } from './campaigns/list-loading.ts';
import { doneOnceUpkeep } from './http/done-once.ts';
import { loginUpkeep } from './identity/login-upkeep.ts';
import { startJobs } from './jobs/jobs.ts';
import { loanExpiry } from './loan-closures/loan-expiry.ts';
import { startAllocationRunJobs } from './allocation-runs/run-jobs.ts';
import { startImportJobs } from './loan-imports/import-jobs.ts';
import { startCallSheetJobs } from './call-sheets/call-sheet-jobs.ts';
import { bestTimeUpkeep } from './predictions/best-time-service.ts';
import { rescoringUpkeep, scoringUpkeep, startScoringJobs } from './predictions/scoring-service.ts';
import { startTrainingJobs } from './predictions/training-service.ts';
import { promiseUpkeep, promisesToCome } from './promises/promise-upkeep.ts';
import { pushUpkeep, startPushJobs } from './push/push-jobs.ts';
import { messageUpkeep, startMessageJobs } from './messages/message-jobs.ts';
import { contactSumUpkeep } from './reports/contact-sums.ts';
import { loanMonthUpkeep } from './reports/loan-months.ts';
import { reportSchedules, startReportDeliveryJobs } from './reports/report-delivery-jobs.ts';
import { startReportMailJobs } from './reports/report-mail-jobs.ts';
import { reportFileExpiry, startReportFileJobs } from './reports/report-file-jobs.ts';
import { settlementTurnsUpkeep } from './settlements/settlement-turns.ts';
import { settlementsToCome, settlementUpkeep } from './settlements/settlement-upkeep.ts';
import { closeApp } from './lifecycle.ts';
import type { Part } from './lifecycle.ts';
import { log } from './log.ts';
import type { Settings } from './settings.ts';
import { startUpkeep } from './upkeep.ts';
import type { RunningUpkeep, Upkeep } from './upkeep.ts';

/** A server that is up to date with its migrations and ready to listen. */
export interface PreparedServer {
  readonly app: FastifyInstance;
  readonly context: Context;
  readonly upkeep: RunningUpkeep;
}

/** What every server looks for besides the work that was interrupted. */
const UPKEEP: readonly Upkeep[] = [
  auditUpkeep,
  backupFiles,
  bestTimeUpkeep,
  backupSchedule,
  contactSumUpkeep,
  dataInsightExpiry,
  deviceUpkeep,
  doneOnceUpkeep,
  lifeMarkUpkeep,
  loanExpiry,
  loanMonthUpkeep,
  loginUpkeep,
  messageUpkeep,
  promiseUpkeep,
  promisesToCome,
  pushUpkeep,
  reportFileExpiry,
  unfinishedFiles,
  reportSchedules,
  rescoringUpkeep,
  scoringUpkeep,
  seatUpkeep,
  settlementUpkeep,
  settlementTurnsUpkeep,
  settlementsToCome,
];

/**
 * Opens the database, brings it up to date, and puts the server together over it. Each part that must be stopped is
 * handed to `onPart` as soon as it runs (the first to be stopped last), so that a start that is broken off leaves
 * nothing behind. Throws what openDatabase, refuseTakenAddress and migrate throw.
 */
export async function prepareServer(
  settings: Settings,
  onPart: (part: Part) => void,
): Promise<PreparedServer> {
  log.level = settings.logLevel;
  const database = await openDatabase(settings);
  onPart({ name: 'database', stop: async () => database.close() });
  await refuseTakenAddress(settings);
  await bringUpToDate(database);
  for (const name of settings.unknown)
    log.warn(`${name} is no setting and does nothing. Look at its spelling.`);
  for (const change of await changedSettings(database.db, settings)) log.warn(change);
  if (await noticeRestore(database.db, settings.dataDir))
    log.warn('This database was restored from a backup: phones deliver again what it lacks.');
  await openIncomingFolder(settings);
  const jobs = await startJobs(database.pool);
  onPart({ name: 'jobs', stop: async () => jobs.stop() });
  const longReads = openLongReads(settings, database);
  onPart(longReads);
  const denials = openDenials(database.db);
  onPart(denials);
  const context: Context = {
    settings,
    database,
    db: database.db,
    longReads,
    fileStore: openFileStore(settings),
    jobs,
    limits: openRateLimits(database.pool),
    denials,
    readLog: openReadLog(database.db),
  };
  const interrupted = [
    await startImportJobs(context),
    await startAllocationRunJobs(context),
    await startSheetJobs(context),
    await startCallSheetJobs(context),
    await startDataInsightJobs(context),
    await startListJobs(context),
    await startBackupJobs(context),
    await startReportFileJobs(context),
    await startReportDeliveryJobs(context),
    await startReportMailJobs(context),
    await startTrainingJobs(context),
    await startScoringJobs(context),
  ];
  await startPushJobs(context);
  await startMessageJobs(context);
  await ensureDemo(context);
  const watch = watchDatabase(database.url, database.cutOff);
  onPart(watch);
  // Putting it together keeps a slow machine busy for seconds: whoever had asked for a connection before would have given up.
  const app = await createApp(context, watch);
  const upkeep = startUpkeep(context, [...interrupted, ...UPKEEP]);
  onPart(upkeep);
  onPart(startDialerEngine(context));
  onPart({ name: 'HTTP server', stop: () => closeApp(app) });
  return { app, context, upkeep };
}
