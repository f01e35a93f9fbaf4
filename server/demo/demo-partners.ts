import type { Context } from '../context.ts';
import { addPartner, changePartner, readPartner } from '../partners/partner-service.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';
import { demoEmail } from './demo-plan.ts';

/** Firms that are made up: their tax numbers are right by their rules and nobody's. */
const OWN_FIRM = {
  firmName: 'Sahyadri Recovery Associates',
  address: '4th floor, Lotus Court, Senapati Bapat Road, Pune 411016',
  gst: '27AAQFS0000R1ZV',
  pan: 'AAQFS0000R',
  sharePercent: 32.5,
  contacts: [
    {
      name: 'Nandini Apte',
      designation: 'Accounts',
      matter: 'Invoices and payouts',
      phone: '02025550114',
      email: 'accounts@sahyadri.example',
    },
    {
      name: 'Vikas Bhosale',
      designation: 'Operations head',
      matter: 'Staffing and escalations',
      phone: '9800000015',
      email: null,
    },
  ],
};

const SECOND_FIRM = {
  username: 'partner2',
  email: demoEmail('partner2'),
  fullName: 'Joseph Kurian',
  phone: '9800000016',
  firmName: 'Malabar Collections LLP',
  address: '22 Marine Drive, Kochi 682031',
  gst: null,
  pan: 'AAQFM0000C',
  sharePercent: 28,
  contacts: [],
};

/** Gives the demo's partner its firm, and adds a second partner. A demo that was broken off is completed. */
export async function createDemoPartners(
  context: Context,
  actors: DemoActors,
  password: string,
): Promise<void> {
  const admin = demoActor(actors, 'admin');
  const { userId } = demoActor(actors, 'partner');
  const { username, email, fullName, phone, contacts } = await readPartner(
    context.db,
    admin,
    userId,
  );
  if (contacts.length === 0)
    await changePartner(context, admin, {
      params: { id: userId },
      body: { username, email, fullName, phone: phone ?? '9800000014', ...OWN_FIRM },
    });
  if (!actors.has(SECOND_FIRM.username))
    await addPartner(context, admin, { ...SECOND_FIRM, password });
}
