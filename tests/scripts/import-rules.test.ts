import { describe, expect, it } from 'vitest';
import { importsOf, judgeFile, judgeImport, judgePackage } from '../../scripts/import-rules.mjs';

describe('import rules', () => {
  it('see every form of import', () => {
    const source = `
      import type { A } from './a.ts';
      import b, { c } from './b.tsx';
      export * from './c.ts';
      export { d } from './d.ts';
      import './e.css';
      const late = () => import('./f.ts');
      const element = <b>{late}</b>;`;
    expect(importsOf('x.tsx', source).toSorted()).toEqual(
      ['./a.ts', './b.tsx', './c.ts', './d.ts', './e.css', './f.ts'].toSorted(),
    );
  });

  it.each([
    ['src/lib/money.ts', 'src/offline/vault.ts'],
    ['src/components/table.tsx', 'src/remote/client.ts'],
    ['src/offline/outbox.ts', 'src/components/table.tsx'],
    ['src/components/table.tsx', 'src/data/call-query.ts'],
    ['src/data/call-query.ts', 'src/offline/outbox.ts'],
    ['src/features/loans/loan-screen.tsx', 'src/features/visits/visit-form.tsx'],
    ['src/features/loans/loan-screen.tsx', 'src/remote/client.ts'],
    ['src/features/loans/loan-screen.tsx', 'src/app/router.tsx'],
    ['sw/service-worker.ts', 'src/components/table.tsx'],
    ['contract/loan.ts', 'server/errors.ts'],
    ['server/loans/loan-service.ts', 'server/clients/client-repository.ts'],
    ['server/loans/loan-service.ts', 'src/lib/money.ts'],
  ])('refuse %s importing %s', (from, to) => {
    expect(judgeImport(from, to)).not.toBeNull();
  });

  it.each([
    ['src/offline/outbox.ts', 'src/remote/client.ts'],
    ['src/features/loans/loan-queries.ts', 'src/remote/client.ts'],
    ['src/features/loans/loan-screen.tsx', 'src/features/loans/loan-card.tsx'],
    ['src/app/router.tsx', 'src/features/loans/loan-screen.tsx'],
    ['sw/service-worker.ts', 'src/offline/delivery.ts'],
    ['server/loans/loan-service.ts', 'server/clients/client-service.ts'],
    ['server/loans/loan-repository.ts', 'server/database/schema.ts'],
    ['server/main.ts', 'server/loans/loan-routes.ts'],
    ['tests/server/loan.test.ts', 'server/loans/loan-repository.ts'],
  ])('let %s import %s', (from, to) => {
    expect(judgeImport(from, to)).toBeNull();
  });

  it('keep React out of the offline heart and everything but zod out of the contract', () => {
    expect(judgePackage('src/offline/outbox.ts', 'react')).not.toBeNull();
    expect(judgePackage('src/offline/outbox.ts', 'dexie')).toBeNull();
    expect(judgePackage('contract/loan.ts', 'drizzle-orm')).not.toBeNull();
    expect(judgePackage('contract/loan.ts', 'zod/mini')).toBeNull();
  });

  it('leave queries and commands to the kit in src/data', () => {
    const name = '@tanstack/react-query';
    for (const file of ['src/features/loans/loan-queries.ts', 'src/components/list.tsx'])
      expect(judgePackage(file, name)).toBe('queries and commands are made by src/data');
    expect(judgePackage('src/app/device-notice.tsx', name)).not.toBeNull();
    for (const file of ['src/data/call-query.ts', 'src/app/query-client.ts'])
      expect(judgePackage(file, name)).toBeNull();
  });

  it('leave the search for a text to the list kit', () => {
    const own = 'const found = sql`c.name ilike ${pattern}`;';
    expect(judgeFile('server/clients/client-list.ts', own)).toHaveLength(1);
    expect(judgeFile('server/database/list-page.ts', own)).toEqual([]);
    expect(judgeFile('server/clients/client-list.ts', 'contains(search, sql`c.name`)')).toEqual([]);
  });

  it('name the file, the import and the reason', () => {
    expect(judgeFile('src/lib/money.ts', `export * from '../offline/vault.ts';`)).toEqual([
      'src/lib/money.ts imports ../offline/vault.ts: src/lib may not import src/offline',
    ]);
  });
});
