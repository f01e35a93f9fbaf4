import { sql } from 'drizzle-orm';
import { jobSentence } from '../../contract/job-words.ts';
import type { MessageTemplate } from '../../contract/message-template.ts';
import { addDays, businessDay, instantOf } from '../clock.ts';
import type { Context } from '../context.ts';
import { storePastMessages } from '../messages/past-messages-service.ts';
import type { PastMessage } from '../messages/past-messages-service.ts';
import { createTemplate } from '../messages/template-service.ts';
import { seededRandom } from '../random.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';

const TEMPLATES = [
  {
    channel: 'SMS',
    language: 'en',
    name: 'Payment reminder',
    body: 'Dear {Customer_Name}, {Total_Due_Amount} is due on your {Client_Name} loan {Loan_ID}. Please pay to avoid further charges.',
    registeredId: '1107160000000012345',
  },
  {
    channel: 'SMS',
    language: 'hi',
    name: 'Payment reminder',
    body: 'प्रिय {Customer_Name}, आपके {Client_Name} ऋण {Loan_ID} पर {Total_Due_Amount} बकाया है। कृपया भुगतान करें।',
    registeredId: '1107160000000012346',
  },
  {
    channel: 'SMS',
    language: 'en',
    name: 'Promise day',
    body: 'Dear {Customer_Name}, you agreed to pay {promiseAmount} by {promiseDate} on loan {Loan_ID}. Thank you for keeping it.',
    registeredId: '1107160000000012347',
  },
  {
    channel: 'WHATSAPP',
    language: 'en',
    name: 'Payment reminder',
    body: 'Hello {Customer_Name},\n\n{Total_Due_Amount} is due on your loan {Loan_ID} with {Client_Name}. Reply here if you have a question.',
    registeredId: 'payment_reminder_en',
  },
  {
    channel: 'WHATSAPP',
    language: 'hi',
    name: 'Payment reminder',
    body: 'नमस्ते {Customer_Name},\n\n{Client_Name} के ऋण {Loan_ID} पर {Total_Due_Amount} बकाया है। कोई प्रश्न हो तो यहीं लिखें।',
    registeredId: 'payment_reminder_hi',
  },
] as const;

const MOST = 36;
/** Days back over which they were sent. */
const DAYS = 9;

interface LoanRow extends Record<string, unknown> {
  id: string;
  agent: string;
}

/** How the n-th message went: mostly well. */
function fateOf(n: number, isSms: boolean): Pick<PastMessage, 'state' | 'error' | 'reason'> {
  if (n % 17 === 5) return { state: 'FAILED', error: jobSentence('message-not-delivered', {}) };
  if (n % 17 === 9) return { state: 'UNKNOWN', error: jobSentence('message-unanswered', {}) };
  if (n % 17 === 13) return { state: 'REFUSED', reason: 'HOURS' };
  if (n % 3 === 0) return { state: 'SENT' };
  return { state: isSms || n % 3 === 1 ? 'DELIVERED' : 'READ' };
}

/** Templates in English and Hindi, and some messages of the last days with what became of them. */
export async function writeDemoMessages(context: Context, actors: DemoActors): Promise<void> {
  const { db, settings } = context;
  const admin = demoActor(actors, 'admin');
  const templates: MessageTemplate[] = [];
  for (const template of TEMPLATES)
    templates.push(
      await createTemplate(context, admin, { clientId: null, sender: 'RECOUP', ...template }),
    );
  const reminders = templates.filter(({ name }) => name === 'Payment reminder');
  const { rows } = await db.execute<LoanRow>(sql`select l.id, l.collector_id as agent from loans l
    where l.status = 'ACTIVE' and l.collector_id is not null and l.disposition is not null
      and l.mobile_number is not null and l.total_due_amount > 0
    order by l.disposition_at desc, l.id limit ${MOST}`);
  const random = seededRandom('messages');
  const today = businessDay(settings.businessTz);
  const past = rows.flatMap(({ id, agent }, n): PastMessage[] => {
    const template = reminders[n % reminders.length];
    if (!template) return [];
    const day = addDays(today, -1 - (n % DAYS));
    const start = Date.parse(instantOf(settings.businessTz, day, '10:00'));
    const at = new Date(start + random.between(0, 8 * 3600) * 1000);
    return [
      { loanId: id, template, at, createdBy: agent, ...fateOf(n, template.channel === 'SMS') },
    ];
  });
  await storePastMessages(db, past);
}
