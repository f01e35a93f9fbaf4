import { describe, expect, it } from 'vitest';
import { parseFields } from '../../contract/errors.ts';
import { messageTemplateInputSchema } from '../../contract/message-template.ts';
import { placeholdersOf, smsLength, unknownPlaceholders } from '../../contract/message-text.ts';
import { requestBody } from '../../server/messages/providers/http-provider.ts';
import type { OutgoingMessage } from '../../server/messages/providers/provider.ts';
import { readSettings } from '../../server/settings.ts';

describe('the length of an SMS', () => {
  it.each([
    ['a'.repeat(160), 'GSM-7', 160, 1, 0],
    ['a'.repeat(161), 'GSM-7', 161, 2, 145],
    ['a'.repeat(306), 'GSM-7', 306, 2, 0],
    ['a'.repeat(307), 'GSM-7', 307, 3, 152],
    ['€'.repeat(80), 'GSM-7', 160, 1, 0],
    // An escaped character is not cut apart: 76 pairs in a part of 153.
    ['€'.repeat(81), 'GSM-7', 162, 2, 143],
    ['₹'.repeat(70), 'UCS-2', 70, 1, 0],
    ['₹'.repeat(71), 'UCS-2', 71, 2, 63],
    ['नमस्ते', 'UCS-2', 6, 1, 64],
    // Nor is a surrogate pair: 33 in a part of 67.
    ['😀'.repeat(36), 'UCS-2', 72, 2, 61],
    ['', 'GSM-7', 0, 1, 160],
  ] as const)('%s', (text, encoding, length, segments, left) => {
    expect(smsLength(text)).toEqual({ encoding, length, segments, left });
  });
});

describe('placeholders', () => {
  it('are found once each, and those that there are not by name', () => {
    const body = '{Loan_ID} {Loan_ID} {constructor} {} {Total_Due_Amount}';
    expect(placeholdersOf(body)).toEqual(['Loan_ID', 'constructor', '', 'Total_Due_Amount']);
    expect(unknownPlaceholders(body)).toEqual(['constructor', '']);
  });

  it.each(['Dear {Loan_ID, pay', 'Dear Loan_ID}, pay', 'Dear {{Loan_ID}}, pay', '}{'])(
    'that are not closed, not opened or doubled are refused: %s',
    (body) => {
      const [problem] = parseFields(messageTemplateInputSchema.shape.body, body).problems ?? [];
      expect(problem).toMatchObject({ code: 'loose-brace' });
    },
  );
});

const message: OutgoingMessage = {
  id: 'id-1',
  channel: 'SMS',
  number: '9812345678',
  text: 'Say "hello" & {id}\n</x>',
  registeredId: null,
  sender: 'RECOUP',
  language: 'en',
};

const written = (type: string, body: string) =>
  requestBody({ headers: { 'Content-Type': type }, body }, message);

describe('the body of a request keeps a text in its place, whatever it says', () => {
  it('as JSON', () => {
    const body = written('application/json', '{"to":"{to}","t":"{text}"}');
    expect(JSON.parse(body)).toEqual({ to: '919812345678', t: message.text });
  });

  it('as a form', () => {
    const body = written('application/x-www-form-urlencoded', 'to={to}&t={text}');
    expect(new URLSearchParams(body).get('t')).toBe(message.text);
  });

  it('as XML', () => {
    expect(written('text/xml', '<m to="{to}">{text}</m>')).toBe(
      '<m to="919812345678">Say &#34;hello&#34; &#38; {id}\n&#60;/x&#62;</m>',
    );
  });
});

/** Settings with four faults and three secrets. */
const wrong = () =>
  readSettings({
    MESSAGE_SMS_URL: 'ftp://user:password@x',
    MESSAGE_SMS_HEADERS: 'Bearer topsecret',
    MESSAGE_WHATSAPP_RECEIPT_SECRET: 'short',
    MESSAGE_WHATSAPP_TIMEOUT: '0',
  });

describe('the settings of messages', () => {
  it('name what is wrong and repeat no secret', () => {
    expect(wrong).toThrow(/MESSAGE_SMS_URL must look like https/);
    expect(wrong).toThrow(/MESSAGE_SMS_HEADERS must be a JSON object/);
    expect(wrong).toThrow(/MESSAGE_WHATSAPP_TIMEOUT must be seconds from 1 to 60/);
    for (const secret of ['password', 'topsecret', 'short'])
      expect(wrong).not.toThrow(new RegExp(`"[^"]*${secret}`));
  });

  it('are without a provider at first', () => {
    const { SMS, WHATSAPP } = readSettings({}).messages;
    expect([SMS.provider, WHATSAPP.provider, SMS.receiptSecret]).toEqual([null, null, null]);
  });
});
