import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { Sheet } from '../../contract/sheet.ts';
import { pendingList, verified } from './loan-file.ts';
import type { TestServer } from './server.ts';

/** The columns of the files that `storeSheet` uploads. */
export const sheetHeader = 'Loan_ID,Customer_Name,Total_Due_Amount';

/** What tests of sheets do again and again, on one server. */
export interface SheetDesk {
  /** Uploads and verifies a file with these loan numbers for client X. */
  readonly stored: (numbers: readonly string[], due?: number) => Promise<LoanImport>;
  /** The sheets that the list shows the admin. */
  readonly list: (query?: Record<string, string>) => Promise<Sheet[]>;
  readonly one: (id: string, query?: Record<string, string>) => Promise<Sheet | undefined>;
  readonly change: (body: object) => Promise<LightMyRequestResponse>;
  readonly takeBack: (body: object) => Promise<LightMyRequestResponse>;
  /** The statuses of the loans that ever had this number, oldest first. */
  readonly statusOf: (number: string) => Promise<string[]>;
}

/** The desk of one server, once it runs. */
export function sheetDesk(server: () => TestServer): SheetDesk {
  const list: SheetDesk['list'] = async (query = {}) => {
    return (
      await server().taken<{ data: Sheet[] }>('GET', '/activity/loan/all', {
        as: 'admin',
        query: { pageSize: '100', ...query },
      })
    ).data;
  };
  return {
    list,
    one: async (id, query) => (await list(query)).find((sheet) => sheet._id === id),
    stored: async (numbers, due = 1000) => {
      const lines = numbers.map((number) => `${number},Asha ${number},${due}`);
      return verified(server(), await pendingList(server(), [sheetHeader, ...lines].join('\n')));
    },
    change: (body) => server().call('PUT', '/activity/loan/sheet', { as: 'admin', body }),
    takeBack: (body) =>
      server().call('DELETE', '/activity/delete-loan/by/sheet', { as: 'admin', body }),
    statusOf: async (number) => {
      const { rows } = await server().db.execute<{ status: string }>(
        sql`select status from loans where loan_number = ${number} order by id`,
      );
      return rows.map(({ status }) => status);
    },
  };
}
