const twoDecimals = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Cents as text: 123456 is `1,234.56`. */
export function money(cents: number): string {
  return twoDecimals.format(cents / 100);
}

/** A whole number as text: 1234 is `1,234`. */
export function number(value: number): string {
  return whole.format(value);
}

/** A number with its noun: `1 view`, `1,200 views`, `2 matches`. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}
