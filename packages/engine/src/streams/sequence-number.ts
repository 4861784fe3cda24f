/** The service promises from 21 to 40 digits. With a fixed width, text sorts as the numbers do. */
const digits = 20;

/** How a record's position is written. */
export function sequenceNumber(position: number): string {
  return `1${String(position).padStart(digits, '0')}`;
}

/** The position that a sequence number stands for, or `undefined` where this engine cannot have written it. */
export function positionOf(text: string): number | undefined {
  return /^1\d{20}$/.test(text) ? Number(text.slice(1)) : undefined;
}
