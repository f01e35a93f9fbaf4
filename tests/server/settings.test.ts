import { describe, expect, it } from 'vitest';
import { readSettings } from '../../server/settings.ts';

const url = 'postgres://owner:secret@db.example/recoup';

describe('another way to the database', () => {
  it.each(['DATABASE_OWNER_URL', 'REPORTS_DATABASE_URL'])(
    '%s is refused beside the embedded one, which it says nothing about',
    (name) => {
      expect(() => readSettings({ [name]: url })).toThrow(`${name} needs DATABASE_URL too`);
      expect(() => readSettings({ [name]: url })).not.toThrow(/secret/);
      expect(readSettings({ [name]: url, DATABASE_URL: url }).databaseUrl).toBe(url);
    },
  );
});

describe('a setting that was typed carelessly', () => {
  it.each([
    ['DATA_DIR', '"/srv/recoup"', 'must not stand in quotes'],
    ['METRICS_TOKEN', "'0123456789abcdef'", 'must not stand in quotes'],
    ['BACKUP_S3_SECRET', '"secret"', 'must not stand in quotes'],
    ['DATA_DIR', '~/recoup', 'must be the path of a folder'],
    ['BACKUP_DIR', 's3://bucket/folder', 'must be the path of a folder'],
    ['BASE_PATH', '/../recoup', 'must start with a slash'],
    ['DATABASE_URL', 'postgres://owner:100%zz@db.example/recoup', 'must look like postgres://'],
    ['SMTP_URL', 'smtp://owner:100%zz@mail.example', 'must look like smtp://'],
    ['APP_URL', 'https://recoup.example/?from=mail', 'must look like https://'],
    ['BACKUP_S3_KEY_ID', 'key', 'needs BACKUP_S3_URL too'],
    ['MESSAGE_SMS_HEADERS', '{"Authorization":"Bearer 1"}', 'needs the URL of the same channel'],
    ['MESSAGE_SMS_URL', '"https://sms.example/send"', 'must not stand in quotes'],
    ['PORT', '0x1F', 'must be a whole number from 0 to 65535'],
    ['REQUESTS_AT_ONCE', '1e2', 'must be a whole number from 2 to 1000'],
    ['BI_TOKEN_SECONDS', '0x3E8', 'must be seconds from 60 to 3600'],
    // Taken for development it would open the demo's accounts.
    ['NODE_ENV', 'prod', 'must be production, development or test'],
  ])('%s as %s is refused by its name', (name, value, words) => {
    expect(() => readSettings({ [name]: value })).toThrow(`Wrong settings. ${name} ${words}`);
  });

  it('loses the spaces around it; one of spaces alone counts as not set', () => {
    const { port, dataDir, trustedProxies } = readSettings({
      PORT: ' ',
      DATA_DIR: ' /srv/recoup\r\n',
      TRUST_PROXY: '1 ',
    });
    expect([port, dataDir, trustedProxies]).toEqual([8080, '/srv/recoup', 1]);
  });

  it.each([
    'MESSAGE_SMS_HEADER',
    'ARI_USERNAME',
    'BI_DASHBOARD',
    'BACKUP_FOLDER',
    'FILES_S3_BUCKET',
    'TRUST_PROXIES',
    'DATABASE_OWNERURL',
    'PHONE_PIN_TRY',
    'SIM_ANSWERED_PERCENT',
    // Started on a new database of its own, with the demo's people in it.
    'DATABSE_URL',
    'database_url',
    'NODEENV',
    'SMPT_URL',
    'TRUSTPROXY',
    'BUSSINESS_TZ',
    'MAIL_FORM',
    'DATADIR',
    'METRIC_TOKEN',
  ])('%s is told to be no setting', (name) => {
    const url = 'https://sms.example/send';
    const rest = { MESSAGE_SMS_URL: url, ARI_APP: 'recoup', BACKUP_DIR: '/srv', APP_URL: url };
    expect(readSettings({ [name]: '1', ...rest }).unknown).toEqual([name]);
  });

  it('is not told of what belongs to others', () => {
    const others = 'HOME LOGNAME NODE_OPTIONS NODE_PATH HOSTNAME HTTP_URL API_URL REPORT_URL TZ';
    const given = Object.fromEntries(others.split(' ').map((name) => [name, '1']));
    expect(readSettings(given).unknown).toEqual([]);
  });

  it('is told at once, however long it is', () => {
    const began = performance.now();
    expect(() => readSettings({ BASE_PATH: `/${'a'.repeat(40)}!` })).toThrow('BASE_PATH');
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
