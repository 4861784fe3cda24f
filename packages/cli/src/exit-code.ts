/** What the command tells the shell: 0 it did what was asked, 1 it could not, 2 it was asked wrongly. */
export type ExitCode = 0 | 1 | 2;
