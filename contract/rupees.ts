const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** An amount in whole rupees as it reads everywhere: ₹1,23,456 (Indian grouping), -₹20 below zero. */
export const rupeesText = (amount: number): string => rupees.format(amount);

const withPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** Paise as rupees with two digits: ₹1,23,456.50. */
export const paiseText = (paise: number): string => withPaise.format(paise / 100);
