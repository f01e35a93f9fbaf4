/** A share from 0 to 1 as whole percent; small ones with a digit after the point. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1) : Math.round(value)}%`;
}
