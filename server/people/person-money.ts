import { refusalSentence } from '../../contract/refusal-words.ts';
import { rupeesText } from '../../contract/rupees.ts';
import type { Db } from '../database/connection.ts';
import { amountInReview } from '../devices/money-in-review-service.ts';
import { readInHand } from '../receipts/receipt-rows-service.ts';
import type { LockedPerson } from './person-rules.ts';

/**
 * Why a person who took money in can neither be deleted nor get another role: nobody could deposit it or be asked for it.
 * `inHandWord` says it of what is in the books; null: there is none.
 */
export async function refusalOfMoney(
  db: Db,
  { id, fullName: name }: Pick<LockedPerson, 'id' | 'fullName'>,
  inHandWord: 'cash-in-hand' | 'cash-before-role',
): Promise<string | null> {
  const inHand = await readInHand(db, id);
  if (inHand > 0) return refusalSentence(inHandWord, { amount: rupeesText(inHand), name });
  const inReview = await amountInReview(db, id);
  if (inReview === 0) return null;
  return refusalSentence('cash-in-review', { amount: rupeesText(inReview), name });
}
