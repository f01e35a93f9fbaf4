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
