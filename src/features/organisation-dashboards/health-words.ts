import type { TFunction } from 'i18next';
import type { HealthCheck } from '../../../contract/organisation-dashboard.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';

const MEGABYTES_OF_GIGABYTE = 1024;

/** A number among what was found; 0 when it is missing. */
function figure({ facts }: HealthCheck, name: string): number {
  const value = facts[name];
  return typeof value === 'number' ? value : 0;
}

function word({ facts }: HealthCheck, name: string): string {
  const value = facts[name];
  return typeof value === 'string' ? value : '–';
}

/** The named facts as words: numbers with Indian grouping. */
function shown<const Name extends string>(
  check: HealthCheck,
  names: readonly Name[],
): Record<Name, string> {
  const words = names.map((name) => [name, formatCount(figure(check, name))] as const);
  // Object.fromEntries forgets the names.
  return Object.fromEntries(words) as Record<Name, string>;
}

function auditFinding(t: TFunction, check: HealthCheck): string {
  const newest = formatCount(figure(check, 'newest'));
  const { verifiedAt, brokenAt } = check.facts;
  if (typeof verifiedAt !== 'string') return t('installation.found.auditNever', { newest });
  const at = formatDayTime(verifiedAt);
  if (typeof brokenAt === 'number')
    return t('installation.found.auditBroken', { at, brokenAt: formatCount(brokenAt) });
  return t('installation.found.audit', { at, newest, to: formatCount(figure(check, 'to')) });
}

function backupFinding(t: TFunction, check: HealthCheck): string {
  const { lastGoodAt } = check.facts;
  if (typeof lastGoodAt !== 'string') return t('installation.found.backupsNone');
  const at = formatDayTime(lastGoodAt);
  return figure(check, 'drilled') === 1
    ? t('installation.found.backups', { at })
    : t('installation.found.backupsUntried', { at });
}

function backupAdvice(t: TFunction, check: HealthCheck): string {
  if (figure(check, 'keys') === 0) return t('installation.advice.backupsSetUp');
  return typeof check.facts['lastGoodAt'] === 'string' && figure(check, 'drilled') === 0
    ? t('installation.advice.backupsUntried')
    : t('installation.advice.backups');
}

/** What a check found, in words. */
export function findingOf(t: TFunction, check: HealthCheck): string {
  if ('unreadable' in check.facts) return t('installation.unreadable');
  switch (check.name) {
    case 'database':
      return t('installation.found.database', shown(check, ['milliseconds', 'megabytes']));
    case 'migrations':
      return t('installation.found.migrations', {
        ...shown(check, ['applied']),
        newest: word(check, 'newest'),
      });
    case 'jobs':
      return t('installation.found.jobs', shown(check, ['waiting', 'active', 'failed']));
    case 'imports':
      return t(
        'installation.found.imports',
        shown(check, ['running', 'pending', 'failed', 'queued']),
      );
    case 'devices':
      return t(
        'installation.found.devices',
        shown(check, ['devices', 'silent', 'unseen', 'unsent', 'unsynced']),
      );
    case 'dialer':
      return t('installation.found.dialer', shown(check, ['campaigns', 'agents', 'calls']));
    case 'messages':
      return t('installation.found.messages', shown(check, ['waiting', 'failed', 'unknown']));
    case 'audit':
      return auditFinding(t, check);
    case 'backups':
      return backupFinding(t, check);
    case 'pushKeys':
      if (figure(check, 'keys') === 0) return t('installation.found.pushKeysNone');
      return t('installation.found.pushKeys', shown(check, ['subscriptions']));
    case 'disk':
      return t('installation.found.disk', {
        free: formatCount(Math.floor(figure(check, 'freeMegabytes') / MEGABYTES_OF_GIGABYTE)),
        percent: figure(check, 'percent'),
      });
    case 'versions':
      return t('installation.found.versions', {
        recoup: word(check, 'recoup'),
        node: word(check, 'node'),
        postgres: word(check, 'postgres'),
      });
  }
}

/** What to do about a check that is not good; null when there is nothing to do. */
export function adviceOf(t: TFunction, check: HealthCheck): string | null {
  if (check.state === 'GOOD' || 'unreadable' in check.facts) return null;
  switch (check.name) {
    case 'migrations':
      return figure(check, 'missing') > 0
        ? t('installation.advice.migrationsMissing', { count: figure(check, 'missing') })
        : t('installation.advice.migrationsForeign');
    case 'jobs':
      return figure(check, 'late') > 0
        ? t('installation.advice.jobsLate')
        : t('installation.advice.jobsFailed');
    case 'messages':
      return figure(check, 'late') > 0
        ? t('installation.advice.messagesLate')
        : t('installation.advice.messages');
    case 'audit':
      return typeof check.facts['brokenAt'] === 'number'
        ? t('installation.advice.auditBroken')
        : t('installation.advice.audit');
    case 'backups':
      return backupAdvice(t, check);
    case 'versions':
      return check.state === 'BROKEN'
        ? t('installation.advice.versionsOld')
        : t('installation.advice.versionsClock', { seconds: figure(check, 'clockSeconds') });
    case 'pushKeys':
      return null;
    case 'database':
    case 'imports':
    case 'devices':
    case 'dialer':
    case 'disk':
      return t(`installation.advice.${check.name}`);
  }
}
