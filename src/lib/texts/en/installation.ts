/** The test of the installation: each check with what was found and what to do. */
export const installation = {
  title: 'Test of the installation',
  checkedAt: 'Checked {{time}}',
  again: 'Check again',
  allWell: 'Everything works.',
  allWellBody: 'Nothing to do.',
  watch_one: '{{count}} thing to look at',
  watch_other: '{{count}} things to look at',
  broken_one: '{{count}} thing does not work',
  broken_other: '{{count}} things do not work',
  summaryBody: 'Each says below what to do.',
  unreadable: 'This could not be checked. The reason is in the server’s log.',
  states: { GOOD: 'Works', WATCH: 'Look at it', BROKEN: 'Does not work' },
  names: {
    database: 'Database',
    migrations: 'Migrations',
    jobs: 'Long work',
    imports: 'Uploads',
    devices: 'Devices',
    dialer: 'Dialer',
    messages: 'Messages to borrowers',
    audit: 'Audit trail',
    backups: 'DB Backups',
    pushKeys: 'Push messages',
    disk: 'Disk',
    versions: 'Versions',
  },
  found: {
    database: 'Answers in {{milliseconds}} ms, holds {{megabytes}} MB.',
    migrations: '{{applied}} applied, the newest is {{newest}}.',
    jobs: '{{waiting}} waiting, {{active}} running, {{failed}} failed within a week.',
    imports:
      '{{running}} running, {{pending}} waiting to be verified, {{failed}} failed within a week. Files waiting to be read: {{queued}}.',
    devices:
      'Devices that may deliver: {{devices}}. Silent for a day with unsent work: {{silent}}. Not heard of for a week: {{unseen}}. Records still on phones: {{unsent}}. Field agents’ phones that fetched no loans for a day: {{unsynced}}.',
    dialer:
      'Campaigns running: {{campaigns}}. Agents at the dialer: {{agents}}. Calls going on: {{calls}}.',
    messages:
      '{{waiting}} due and not sent yet. Within a day {{failed}} failed, and of {{unknown}} nobody knows whether they were sent.',
    auditNever: 'Never verified. Rows: {{newest}}.',
    audit: 'Verified {{at}} up to row {{to}} of {{newest}}: unbroken.',
    auditBroken: 'Verified {{at}}: row {{brokenAt}} was edited, or a row before it was removed.',
    backupsNone: 'There is no good backup.',
    backups: 'The last good one is of {{at}}; its restore drill passed.',
    backupsUntried: 'The last good one is of {{at}}; it was not test-restored.',
    pushKeys: 'Keys are there. Browsers that get messages: {{subscriptions}}.',
    pushKeysNone: 'No keys yet: they are made when the first person switches messages on.',
    disk: '{{free}} GB free, {{percent}}\u00a0% of the disk.',
    versions: 'Recoup {{recoup}}, Node {{node}}, PostgreSQL {{postgres}}.',
  },
  advice: {
    database:
      'It is slow or has no free connection. Look at its load, or raise DATABASE_CONNECTIONS.',
    migrationsMissing_one:
      '{{count}} migration is not applied. Restart the server; it applies what is missing.',
    migrationsMissing_other:
      '{{count}} migrations are not applied. Restart the server; it applies what is missing.',
    migrationsForeign:
      'The database was used by a newer version of Recoup. Start that version, not this one.',
    jobsLate: 'Work waits for more than ten minutes: no server takes it. Restart the server.',
    jobsFailed: 'Look at the failed uploads and the server’s log.',
    imports: 'Verify, cancel or repeat what waits or failed.',
    devices: 'Ask their people to open the app with a network.',
    dialer: 'No server leads the dialer: no call is placed. Restart the server.',
    messagesLate:
      'Messages wait for more than ten minutes: look at the provider’s settings and the server’s log.',
    messages: 'Look at the messages that failed, and ask the provider about the others.',
    audit: 'Verify it now. A long trail takes several runs.',
    auditBroken:
      'Somebody changed the database past Recoup. Compare with a backup and find out who.',
    backupsSetUp: 'Set backups up at DB Backups.',
    backups: 'Make one at DB Backups, and look there at why the daily one is missing.',
    backupsUntried:
      'Give the database user CREATEDB for drills, or try the file on another machine: npm run restore -- FILE --check.',
    disk: 'Make room or move DATA_DIR to a larger disk before photos can’t be stored any more.',
    versionsOld: 'PostgreSQL 15 or newer is needed.',
    versionsClock:
      'The clocks of server and database are {{seconds}} seconds apart. Switch time synchronisation on.',
  },
  verify: 'Verify the audit trail',
  verified: 'Rows {{from}} to {{to}} are unbroken.',
  verifiedMore: 'Rows {{from}} to {{to}} of {{newest}} are unbroken. Verify again to go on.',
  verifiedNone: 'The audit trail is empty: nothing to verify.',
  verifiedBroken: 'Row {{row}} was edited, or a row before it was removed.',
  toUploads: 'Uploads',
};
