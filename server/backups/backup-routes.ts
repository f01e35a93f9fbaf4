import type { FastifyInstance } from 'fastify';
import { backupCalls } from '../../contract/backups.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { backupPlace } from './backup-places.ts';
import { listBackups } from './backup-record.ts';
import { openBackupFile, removeBackup, requestBackup, requestCheck } from './backup-service.ts';
import { readBackupSettings, saveBackupSettings } from './backup-settings.ts';

/** Serves the backups of the organisation (spec 2.2: /backup). */
export function registerBackupRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const place = backupPlace(context.settings);
  serve(app, context, backupCalls, {
    listBackups: ({ query }) => listBackups(db, query),
    makeBackup: ({ actor }) => requestBackup(context, actor),
    getBackupSettings: () => readBackupSettings(db, place),
    saveBackupSettings: ({ actor, body }) => saveBackupSettings(db, actor, place, body),
    checkBackup: ({ actor, params }) => requestCheck(context, actor, params.id),
    downloadBackup: ({ actor, params }) => openBackupFile(context, actor, place, params.id),
    removeBackup: ({ actor, params }) => removeBackup(context, actor, place, params.id),
  });
}
