import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { RULE_FIELDS, allocationRuleSpecSchema } from '../../contract/allocation-rule.ts';
import type { RuleCondition } from '../../contract/allocation-rule.ts';
import {
  firstRuleThatTakes,
  ruleCondition,
} from '../../server/allocation-rules/rule-sql-service.ts';
import { CallError } from '../../server/errors.ts';
import { testServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { callOf } from '../support/work.ts';

const ZONE = 'Asia/Kolkata';

const server = testServer();
/** Loan ids by a short name. */
const ids: Record<string, string> = {};

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

beforeAll(async () => {
  const add = async (name: string, loan: Parameters<TestServer['addLoan']>[0]) => {
    ids[name] = await server.addLoan({ loanNumber: name, mobileNumber: `98${name}`, ...loan });
  };
  await add('A1', {
    city: 'Pune',
    pincode: '411005',
    product: 'Home Loan',
    bucket: '2',
    dpd: 45,
    totalDueAmount: 125_000,
    dueDate: '2026-10-05',
    latitude: 18.52,
    otherColumns: { Language: 'Marathi', Zone: '7', "O'Brien; --": 'yes' },
    createdAt: daysAgo(40),
  });
  await add('A2', {
    city: 'PUNE',
    pincode: '411006',
    product: 'Gold Loan',
    bucket: '30-60',
    dpd: 90,
    totalDueAmount: 9000,
    createdAt: daysAgo(3),
  });
  await add('B1', {
    client: 'Y',
    city: 'Nashik',
    pincode: '422001',
    product: null,
    bucket: '10',
    dpd: null,
    totalDueAmount: 500,
    otherColumns: { Language: 'Hindi', Zone: '12' },
    collectorId: server.people.collector3.id,
    managerId: server.people.manager2.id,
  });
  await add('B2', { client: 'Y', city: '100% Nagar', pincode: '', mobileNumber: '98B1' });
});

const condition = (field: string, is: RuleCondition['is'], ...values: string[]): RuleCondition => ({
  field,
  is,
  values,
});

/** The loan numbers that all conditions take. */
async function taken(...conditions: RuleCondition[]): Promise<string[]> {
  const spec = allocationRuleSpecSchema.parse({ conditions, kind: 'COLLECTOR' });
  const { rows } = await server.db.execute<{ number: string }>(
    sql`select l.loan_number as number from loans l where ${ruleCondition(spec, ZONE)} order by 1`,
  );
  return rows.map(({ number }) => number);
}

/** A call of client Y's collector, with its outcome. */
const record = async (loan: string, disposition: string, more: object) => {
  await server.taken('POST', '/call-disposition', {
    as: 'collector3',
    body: callOf(ids[loan] ?? '', { disposition, ...more }),
  });
};

describe('a condition of a rule', () => {
  it('on a text asks for one of a list, none of it, a part or a beginning, whatever the case', async () => {
    expect(await taken(condition('City', 'in', 'pune'))).toEqual(['A1', 'A2']);
    expect(await taken(condition('City', 'in', 'pune', 'NASHIK'))).toEqual(['A1', 'A2', 'B1']);
    expect(await taken(condition('City', 'notIn', 'Pune', 'x'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('Product', 'notIn', 'Gold Loan'))).toEqual(['A1', 'B1', 'B2']);
    expect(await taken(condition('Product', 'contains', 'LOAN'))).toEqual(['A1', 'A2']);
    expect(await taken(condition('City', 'contains', '100%'))).toEqual(['B2']);
    expect(await taken(condition('City', 'contains', '%'))).toEqual(['B2']);
    expect(await taken(condition('Product', 'startsWith', 'home', 'Go'))).toEqual(['A1', 'A2']);
    expect(await taken(condition('Loan_ID', 'startsWith', 'b'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('Product', 'empty'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('Product', 'notEmpty'))).toEqual(['A1', 'A2']);
  });

  it('on a text asks for a range where its value is a number', async () => {
    expect(await taken(condition('Bucket', 'between', '2', '10'))).toEqual(['A1', 'B1']);
    expect(await taken(condition('other.Zone', 'between', '8', ''))).toEqual(['B1']);
  });

  it('on amounts, days past due and degrees asks for a range or a list', async () => {
    expect(await taken(condition('Total_Due_Amount', 'between', '९,०००', '₹1,25,000'))).toEqual([
      'A1',
      'A2',
    ]);
    expect(await taken(condition('Total_Due_Amount', 'between', '', '500'))).toEqual(['B1']);
    expect(await taken(condition('DPD', 'between', '46', ''))).toEqual(['A2']);
    expect(await taken(condition('DPD', 'in', '45', '90'))).toEqual(['A1', 'A2']);
    expect(await taken(condition('DPD', 'notIn', '45'))).toEqual(['A2', 'B1', 'B2']);
    expect(await taken(condition('DPD', 'empty'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('Latitude', 'between', '18.5', '18.6'))).toEqual(['A1']);
  });

  it('on pincodes takes whole ones, beginnings and ranges, 20,000 at a time', async () => {
    expect(await taken(condition('Pincode', 'in', '411005'))).toEqual(['A1']);
    expect(await taken(condition('Pincode', 'in', '411', '422001'))).toEqual(['A1', 'A2', 'B1']);
    expect(await taken(condition('Pincode', 'notIn', '41'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('Pincode', 'between', '411006', '4220'))).toEqual(['A2', 'B1']);
    expect(await taken(condition('Pincode', 'empty'))).toEqual(['B2']);
    const many = Array.from({ length: 20_000 }, (_, at) => String(400_000 + at));
    expect(await taken(condition('Pincode', 'in', ...many))).toEqual(['A1', 'A2']);
  });

  it('on days asks for a range or a list, in either writing', async () => {
    expect(await taken(condition('Due_Date', 'between', '01-10-2026', '2026-10-31'))).toEqual([
      'A1',
    ]);
    expect(await taken(condition('Due_Date', 'in', '05-10-2026'))).toEqual(['A1']);
    expect(await taken(condition('Due_Date', 'between', '', '04-10-2026'))).toEqual([]);
    expect(await taken(condition('age', 'between', '30', ''))).toEqual(['A1']);
    expect(await taken(condition('age', 'between', '', '0'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('age', 'in', '3', '40'))).toEqual(['A1', 'A2']);
    expect(await taken(condition('daysSinceContact', 'empty'))).toEqual(['A1', 'A2', 'B1', 'B2']);
  });

  it('on the lender goes by its name', async () => {
    const { X, Y } = server.clients;
    expect(await taken(condition('Client_Name', 'in', X.name.toLowerCase()))).toEqual(['A1', 'A2']);
    expect(await taken(condition('Client_Name', 'notIn', X.name))).toEqual(['B1', 'B2']);
    expect(await taken(condition('Client_Name', 'startsWith', Y.name.slice(0, 3)))).toEqual([
      'B1',
      'B2',
    ]);
    expect(await taken(condition('Client_Name', 'in', 'Nobody'))).toEqual([]);
  });

  it("on the lender's own columns takes their header as it is", async () => {
    expect(await taken(condition('other.Language', 'in', 'marathi'))).toEqual(['A1']);
    expect(await taken(condition('other.Language', 'empty'))).toEqual(['A2', 'B2']);
    expect(await taken(condition("other.O'Brien; --", 'in', 'yes'))).toEqual(['A1']);
  });

  it('on past results goes by the best that the borrower ever had, on any loan', async () => {
    await record('B1', 'REFUSED_TO_PAY', {});
    // B2 has the same mobile number as B1.
    expect(await taken(condition('pastResult', 'in', 'REFUSED'))).toEqual(['B1', 'B2']);
    await record('B1', 'CALLBACK', { date: '2027-01-05', time: '10:00' });
    await record('B1', 'RINGING', {});
    expect(await taken(condition('pastResult', 'in', 'REFUSED'))).toEqual([]);
    expect(await taken(condition('pastResult', 'in', 'CALLBACK', 'PTP'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('pastResult', 'notIn', 'CALLBACK'))).toEqual(['A1', 'A2']);
    expect(await taken(condition('pastResult', 'empty'))).toEqual(['A1', 'A2']);
    expect(await taken(condition('pastResult', 'notEmpty'))).toEqual(['B1', 'B2']);
    expect(await taken(condition('disposition', 'in', 'RINGING'))).toEqual(['B1']);
    expect(await taken(condition('disposition_class', 'in', 'NOT_CONTACTED'))).toEqual(['B1']);
    expect(await taken(condition('daysSinceContact', 'between', '0', '1'))).toEqual(['B1']);
    expect(await taken(condition('daysSinceContact', 'between', '2', ''))).toEqual([]);
  });

  it('takes no value for a piece of SQL', async () => {
    const attacks = [
      `'; drop table loans; --`,
      `') or true or ('`,
      `pune') or (1=1`,
      '${1+1}',
      '\\',
      `{"a","b"}`,
      'NULL',
      `x', (select password_hash from users limit 1), '`,
    ];
    for (const attack of attacks) {
      for (const is of ['in', 'contains', 'startsWith'] as const)
        expect(await taken(condition('City', is, attack)), `${is} ${attack}`).toEqual([]);
      expect(await taken(condition('Pincode', 'contains', attack))).toEqual([]);
      expect(await taken(condition(`other.${attack}`, 'notEmpty'))).toEqual([]);
      expect(await taken(condition('pastResult', 'in', attack))).toEqual([]);
      for (const field of ['Total_Due_Amount', 'Pincode', 'Due_Date', 'age'])
        await expect(taken(condition(field, 'in', attack))).rejects.toMatchObject({ status: 400 });
    }
    expect(await taken()).toHaveLength(4);
  });

  it('of whatever field and kind either works or is refused in words: none breaks the database', async () => {
    const kinds = [
      'in',
      'notIn',
      'between',
      'contains',
      'startsWith',
      'empty',
      'notEmpty',
    ] as const;
    const broken: string[] = [];
    for (const field of [...RULE_FIELDS, 'other.Zone'])
      for (const is of kinds)
        for (const value of ['3', '05-10-2026', 'PTP']) {
          const failure: unknown = await taken(
            condition(field, is, ...(is === 'between' ? [value, value] : [value])),
          ).catch((error: unknown) => error);
          const isRefused = failure instanceof CallError && failure.code === 'WRONG_CONDITION';
          if (!Array.isArray(failure) && !isRefused) broken.push(`${field} ${is} ${value}`);
        }
    expect(broken).toEqual([]);
  });

  it('is refused when it says nothing or its values do not fit', async () => {
    const wrong: RuleCondition[] = [
      condition('City', 'in'),
      condition('City', 'in', ' '),
      condition('DPD', 'in', 'many'),
      condition('DPD', 'in', '1.5'),
      condition('DPD', 'between', '', ''),
      condition('DPD', 'between', '9', '3'),
      condition('age', 'in', '-3'),
      condition('Pincode', 'in', '4110055'),
      condition('Due_Date', 'in', '31-02-2026'),
      condition('pastResult', 'between', '1', '2'),
      condition('DPD', 'contains', '3'),
      condition('Due_Date', 'startsWith', '2026'),
      condition('age', 'contains', '3'),
      condition('City', 'contains', ...Array.from({ length: 201 }, (_, at) => `part ${at}`)),
    ];
    for (const one of wrong)
      await expect(taken(one), JSON.stringify(one).slice(0, 80)).rejects.toMatchObject({
        status: 400,
        code: 'WRONG_CONDITION',
      });
  });
});

describe('several rules', () => {
  it('take a loan by the first whose conditions all hold', async () => {
    const rules = [
      [condition('City', 'in', 'Pune'), condition('DPD', 'between', '60', '')],
      [condition('Pincode', 'in', '411', '422')],
      [],
    ].map((conditions) => ({ spec: { conditions } }));
    const { rows } = await server.db.execute<{ number: string; place: number | null }>(sql`
      select l.loan_number as number, ${firstRuleThatTakes(rules, ZONE)} as place from loans l order by 1`);
    expect(rows.map(({ place }) => place)).toEqual([1, 0, 1, 2]);
    const none = await server.db.execute<{ place: number | null }>(
      sql`select ${firstRuleThatTakes(rules.slice(0, 1), ZONE)} as place from loans l order by l.loan_number`,
    );
    expect(none.rows.map(({ place }) => place)).toEqual([null, 0, null, null]);
  });
});
