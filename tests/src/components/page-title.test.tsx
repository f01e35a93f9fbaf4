// @vitest-environment page
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PageHeader } from '../../../src/components/page.tsx';
import { render } from '../support/render.tsx';

it('the browser’s history names a loan by its number, not by its borrower', async () => {
  const view = await render(<PageHeader title="Ravi Kumar" tabTitle="LN-1" />);
  expect(view.text()).toContain('Ravi Kumar');
  expect(document.title).toContain('LN-1');
  expect(document.title).not.toContain('Ravi');
});

const screens = () =>
  readdirSync('src/features', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join('src/features', name));

it('no screen headed by a borrower’s name gives that to the tab', () => {
  const named = screens().flatMap((path) => {
    const headers = readFileSync(path, 'utf8').match(/<PageHeader[^>]*?Customer_Name[^>]*/g) ?? [];
    return headers
      .filter(
        (header) => /\stitle=\{[^}]*Customer_Name/.test(header) && !header.includes('tabTitle'),
      )
      .map(() => path);
  });
  expect(named).toEqual([]);
});
