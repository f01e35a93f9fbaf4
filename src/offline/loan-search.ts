import { plainSigns } from '../../contract/amount-text.ts';
import { numberSoFar } from '../../contract/contact-rules.ts';
import type { LoanDetail } from '../../contract/loan.ts';
import type { CachedLoan } from './loan-overlay.ts';

/** What narrows the loans of this phone. Lists are "any of"; amounts in whole rupees. */
export interface LoanFilters {
  client?: readonly string[];
  bucket?: readonly string[];
  city?: readonly string[];
  product?: readonly string[];
  /** Codes of the newest disposition; `NONE` is "never worked". */
  disposition?: readonly string[];
  minDue?: number;
  maxDue?: number;
}

/** due: oldest due date first. amount: most owed first. distance: nearest first. */
export type LoanSort = 'due' | 'amount' | 'distance' | 'name';

/** A place on earth, degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

/** What a search looks through: name, numbers, phones, address; lower case, digits plain. Phones also without spaces. */
export function searchTextOf(loan: LoanDetail): string {
  const phones = [loan.Mobile_Number, loan.Alternate_Mobile_Number];
  const parts = [
    loan.Customer_Name,
    loan.Loan_ID,
    ...phones,
    ...phones.map((phone) => plainSigns(phone ?? '').replace(/\D/g, '')),
    loan.Address,
    loan.City,
    loan.Pincode,
  ];
  return plainSigns(parts.filter((part) => part !== null).join('\n')).toLowerCase();
}

/**
 * Says of what `searchTextOf` gave whether a search finds it: each of its words must be there. A phone number is found however it
 * is written there and here, while it is being typed too, as the server's lists find it; null: everything is found.
 */
export function searchFor(text: string): ((searched: string) => boolean) | null {
  const words = plainSigns(text)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return null;
  const number = numberSoFar(text);
  return (searched) =>
    words.every((word) => searched.includes(word)) ||
    (number !== null && searched.includes(number));
}

const anyOf = (wanted: readonly string[] | undefined, value: string | null): boolean =>
  wanted === undefined || wanted.length === 0 || wanted.includes(value ?? 'NONE');

/** Does a loan pass the filters? */
export function passesFilters(loan: LoanDetail, filters: LoanFilters): boolean {
  const due = loan.Total_Due_Amount ?? 0;
  return (
    anyOf(filters.client, loan.Client_Name) &&
    anyOf(filters.bucket, loan.Bucket) &&
    anyOf(filters.city, loan.City) &&
    anyOf(filters.product, loan.Product) &&
    anyOf(filters.disposition, loan.disposition) &&
    due >= (filters.minDue ?? Number.NEGATIVE_INFINITY) &&
    due <= (filters.maxDue ?? Number.POSITIVE_INFINITY)
  );
}

/** Sorts loans; what lacks the sorted field goes last. Returns a new list. */
export function sortLoans(loans: readonly CachedLoan[], sort: LoanSort): CachedLoan[] {
  const keyed = loans.map((row) => ({ row, key: sortKey(row, sort) }));
  keyed.sort((one, other) => compareKeys(one.key, other.key));
  return keyed.map(({ row }) => row);
}

/** What a loan is sorted by; null when it lacks it. */
export function sortKey(row: CachedLoan, sort: LoanSort): string | number | null {
  if (sort === 'distance') return row.distanceMetres;
  if (sort === 'name') return row.loan.Customer_Name.toLowerCase();
  if (sort === 'due') return row.loan.Due_Date;
  return row.loan.Total_Due_Amount === null ? null : -row.loan.Total_Due_Amount;
}

/** Compares two sort keys; null goes last. */
export function compareKeys(one: string | number | null, other: string | number | null): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}

const EARTH_METRES = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between a place and a loan as the crow flies; null when the loan's isn't known. */
export function distanceTo(loan: LoanDetail, from: Place): number | null {
  if (loan.Latitude === null || loan.Longitude === null) return null;
  const north = radians(loan.Latitude - from.latitude);
  const east = radians(loan.Longitude - from.longitude);
  const cosines = Math.cos(radians(from.latitude)) * Math.cos(radians(loan.Latitude));
  const chord = Math.sin(north / 2) ** 2 + cosines * Math.sin(east / 2) ** 2;
  return Math.round(2 * EARTH_METRES * Math.asin(Math.sqrt(Math.min(1, chord))));
}
