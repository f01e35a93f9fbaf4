import type { Random } from '../random.ts';
import { BUILDINGS, FIRST_NAMES, LANDMARKS, SURNAMES } from './sample-names.ts';
import type { Place } from './sample-places.ts';

/** A made-up overdue loan, its amounts and dates consistent with each other. Amounts in whole rupees, days `YYYY-MM-DD`. */
export interface SampleLoan {
  readonly loanNumber: string;
  readonly customerName: string;
  readonly mobile: string;
  readonly alternateMobile: string | null;
  readonly email: string | null;
  readonly address: string;
  readonly place: Place;
  readonly pincode: string;
  readonly branch: string;
  readonly product: string;
  readonly bucket: string;
  readonly dpd: number;
  readonly loanAmount: number;
  readonly emi: number;
  readonly principalOutstanding: number;
  readonly interestOverdue: number;
  readonly penalty: number;
  readonly totalDue: number;
  readonly disbursedOn: string;
  readonly dueOn: string;
  readonly lastPaidOn: string;
  readonly lastPaid: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly asset: string;
  readonly coApplicant: string | null;
  readonly tenureMonths: number;
  readonly ratePercent: number;
}

interface Product {
  readonly name: string;
  readonly code: string;
  /** Thousands of rupees. */
  readonly amounts: readonly [number, number];
  readonly months: readonly [number, number];
  readonly ratePercent: readonly [number, number];
  readonly assets: readonly string[];
}

const products: readonly Product[] = [
  {
    name: 'Personal Loan',
    code: 'PL',
    amounts: [40, 800],
    months: [12, 60],
    ratePercent: [12, 24],
    assets: ['Unsecured'],
  },
  {
    name: 'Two Wheeler Loan',
    code: 'TW',
    amounts: [50, 160],
    months: [12, 36],
    ratePercent: [10, 18],
    assets: ['Hero Splendor', 'Honda Activa', 'TVS Jupiter', 'Bajaj Pulsar'],
  },
  {
    name: 'Home Loan',
    code: 'HL',
    amounts: [900, 6000],
    months: [120, 300],
    ratePercent: [8, 11],
    assets: ['Flat', 'Row house', 'Plot and house'],
  },
  {
    name: 'Business Loan',
    code: 'BL',
    amounts: [200, 2500],
    months: [18, 60],
    ratePercent: [14, 22],
    assets: ['Stock and receivables', 'Shop'],
  },
  {
    name: 'Gold Loan',
    code: 'GL',
    amounts: [30, 500],
    months: [6, 24],
    ratePercent: [9, 16],
    assets: ['Gold ornaments'],
  },
  {
    name: 'Tractor Loan',
    code: 'TR',
    amounts: [350, 900],
    months: [36, 72],
    ratePercent: [11, 16],
    assets: ['Mahindra 575', 'Swaraj 744', 'Sonalika 745'],
  },
  {
    name: 'Consumer Durable Loan',
    code: 'CD',
    amounts: [12, 90],
    months: [6, 18],
    ratePercent: [14, 26],
    assets: ['Mobile phone', 'Refrigerator', 'LED TV', 'Washing machine'],
  },
];

const dayMs = 86_400_000;

/** The day a number of days before another. */
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}

/** The band of days past due, as lenders number it: 0 is current, 1 is 1-30 days, ..., `6+` is more than 150. */
function bucketOf(dpd: number): string {
  const bucket = Math.ceil(dpd / 30);
  return bucket > 5 ? '6+' : String(bucket);
}

function daysPastDue(random: Random): number {
  const share = random.next();
  if (share < 0.34) return random.between(1, 30);
  if (share < 0.6) return random.between(31, 60);
  if (share < 0.76) return random.between(61, 90);
  if (share < 0.92) return random.between(91, 150);
  return random.between(151, 360);
}

function money(random: Random) {
  const product = random.pick(products);
  const loanAmount = random.between(...product.amounts) * 1000;
  const tenureMonths = random.between(...product.months);
  const ratePercent = random.between(product.ratePercent[0] * 4, product.ratePercent[1] * 4) / 4;
  const monthly = ratePercent / 1200;
  const growth = (1 + monthly) ** tenureMonths;
  const emi = Math.round((loanAmount * monthly * growth) / (growth - 1));
  const dpd = daysPastDue(random);
  const emisOverdue = Math.min(tenureMonths - 1, Math.floor((dpd - 1) / 30) + 1);
  const emisPaid = random.between(1, Math.max(1, tenureMonths - emisOverdue));
  const grown = (1 + monthly) ** emisPaid;
  const principalOutstanding = Math.max(
    emi,
    Math.round(loanAmount * grown - (emi * (grown - 1)) / monthly),
  );
  const interestOverdue = Math.min(
    emi * emisOverdue,
    Math.round(principalOutstanding * monthly * emisOverdue),
  );
  const penalty = Math.round(emi * emisOverdue * 0.02) + 450 * emisOverdue;
  return {
    product,
    loanAmount,
    tenureMonths,
    ratePercent,
    emi,
    dpd,
    emisPaid,
    principalOutstanding,
    interestOverdue,
    penalty,
    totalDue: emi * emisOverdue + penalty,
  };
}

function person(random: Random, place: Place) {
  const first = random.pick(FIRST_NAMES);
  const surname = random.pick(SURNAMES);
  const phone = () =>
    `${random.between(6, 9)}${String(random.between(0, 999_999_999)).padStart(9, '0')}`;
  const locality = random.pick(place.localities);
  const house = random.chance(0.5)
    ? `Flat ${random.between(1, 12)}0${random.between(1, 8)}, ${random.pick(BUILDINGS)}`
    : `House No ${random.between(1, 480)}/${random.pick(['A', 'B', 'C', 'D'])}`;
  const near = random.chance(0.45) ? `, ${random.pick(LANDMARKS)}` : '';
  return {
    customerName: `${first} ${surname}`,
    mobile: phone(),
    alternateMobile: random.chance(0.4) ? phone() : null,
    email: random.chance(0.55)
      ? `${first}.${surname}${random.between(1, 999)}@example.com`.toLowerCase()
      : null,
    address: `${house}${near}, ${locality}, ${place.city}`,
    pincode: String(random.between(...place.pincodes)),
    branch: `${place.city} ${locality}`,
    coApplicant: random.chance(0.3) ? `${random.pick(FIRST_NAMES)} ${surname}` : null,
  };
}

/** Makes the `index`-th loan of a sample. `prefix` begins its loan number, which is unique within the sample. */
export function makeLoan(
  random: Random,
  index: number,
  given: { prefix: string; asOf: string; places: readonly Place[] },
): SampleLoan {
  const place = random.pick(given.places);
  const { product, emisPaid, ...amounts } = money(random);
  const dueOn = daysBefore(given.asOf, amounts.dpd);
  const degrees = (middle: number) =>
    Math.round((middle + (random.next() - 0.5) * 0.16) * 1e6) / 1e6;
  return {
    ...person(random, place),
    ...amounts,
    place,
    product: product.name,
    asset: random.pick(product.assets),
    loanNumber: `${given.prefix}${product.code}${String(100_000 + index).padStart(8, '0')}`,
    bucket: bucketOf(amounts.dpd),
    disbursedOn: daysBefore(dueOn, emisPaid * 30 + random.between(1, 20)),
    dueOn,
    lastPaidOn: daysBefore(dueOn, 30 - random.between(0, 12)),
    lastPaid: random.chance(0.8)
      ? amounts.emi
      : Math.round((amounts.emi * random.between(3, 9)) / 10),
    latitude: degrees(place.latitude),
    longitude: degrees(place.longitude),
  };
}
