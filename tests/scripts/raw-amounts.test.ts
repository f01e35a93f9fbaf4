import { expect, it } from 'vitest';
import { rawAmountsIn } from '../../scripts/raw-amounts.mjs';

const inApp = (line: string) =>
  rawAmountsIn('src/features/loans/some-screen.tsx', line).map((each) =>
    each.slice('src/features/loans/some-screen.tsx:1 '.length),
  );

it.each([
  ['an element', '<dd>{loan.dueAmount}</dd>', 'loan.dueAmount'],
  ['a choice in an element', '<b>{isPaid ? paidAmount : "–"}</b>', 'paidAmount'],
  [
    'a value that may be missing',
    '<b>{loan?.Total_Due_Amount ?? "–"}</b>',
    'loan?.Total_Due_Amount',
  ],
  ['a text', 'const words = `${row.collected} of ${count}`;', 'row.collected'],
  ['a sentence of the catalogue', "t('x.due', { count, amount: row.dueAmount })", 'row.dueAmount'],
  ['a bare text', 'const words = String(promiseAmount);', 'promiseAmount'],
  ['a count', '<dd>{formatCount(row.Unverified_Amount)}</dd>', 'row.Unverified_Amount'],
])('finds an amount that is shown as a bare number in %s', (_, line, amount) => {
  expect(inApp(line)).toEqual([`${amount} is shown as a bare number`]);
});

it.each([
  ['a sign', 'const words = `₹${worth}`;'],
  ['a unit', 'const words = `Rs. ${worth}`;'],
  ['a grouping', "const words = worth.toLocaleString('en-IN');"],
  ['a percent sign', 'const words = `${Math.round(100 * share)} %`;'],
  ['a percent sign without a space', '<b>{`${share}%`}</b>'],
  ['a format', "const format = new Intl.NumberFormat('en-IN');"],
])('finds %s that is written by hand', (_, line) => {
  expect(inApp(line)).toEqual([expect.stringMatching(/ writes numbers by hand$/)]);
});

it('leaves alone what is formatted, counted, compared, a key, SQL, and the formatter itself', () => {
  expect(
    inApp(`const amount = formatRupees(row.dueAmount);
      const some = isDue && row.dueAmount > 0 ? <Money key={\`\${row.amount}\`} amount={row.amount} /> : <b>{amount}</b>;
      const found = sql\`where amount = \${row.amount}\`;
      const words = t('x', { count: row.loanCount, amount: formatRupees(row.amount) });`),
  ).toEqual([]);
  expect(
    inApp('<i style={{ width: `${share}%` }} /> ;<b width={isWide ? `${share}%` : 1} />'),
  ).toEqual([]);
  expect(rawAmountsIn('src/lib/money.ts', "new Intl.NumberFormat('en-IN')")).toEqual([]);
});
