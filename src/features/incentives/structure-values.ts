import type { IncentiveTerms } from '../../../contract/incentive.ts';

interface SlabValues {
  from: number | null;
  percent: number | null;
  fixedAmount: number | null;
}

interface PartValues {
  bucket: string;
  product: string;
  slabs: SlabValues[];
}

/** What the inputs of a structure hold: empty texts stand for any. */
export interface StructureValues {
  clientId: string | null;
  roleType: string | null;
  validFrom: string | null;
  validTo: string | null;
  revision: number;
  terms: Omit<IncentiveTerms, 'parts' | 'clawbackDays' | 'measure'> & {
    measure: string | null;
    parts: PartValues[];
    clawbackDays: number | null;
  };
}

/** An empty slab. */
export const EMPTY_SLAB: SlabValues = { from: null, percent: null, fixedAmount: null };

/** A part of the book with a slab from the first rupee on. */
export const EMPTY_PART: PartValues = {
  bucket: '',
  product: '',
  slabs: [{ from: 0, percent: null, fixedAmount: null }],
};

/** A structure's terms as inputs hold them. */
export const termsValues = (terms: IncentiveTerms): StructureValues['terms'] => ({
  ...terms,
  parts: terms.parts.map(({ bucket, product, slabs }) => ({
    bucket: bucket ?? '',
    product: product ?? '',
    slabs: slabs.map((slab) => ({ ...slab })),
  })),
});
