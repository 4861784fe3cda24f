/** The command line is wrong; the message says where, and what would be right. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
