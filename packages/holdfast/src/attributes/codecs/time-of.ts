/** The length of a time as ISO 8601 text in UTC with milliseconds, of the years 0000 to 9999. */
export const timeWidth = 24;

/**
 * Milliseconds since 1970 of a time of that form and width. `undefined` of any other text, and of a time that no calendar has: the
 * parser of dates takes the 30th of February for a day of March, and the 24th hour for the next day.
 */
export function timeOf(text: string): number | undefined {
  const date = new Date(text.length === timeWidth ? text : Number.NaN);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text ? date.getTime() : undefined;
}
