export type { ExitCode } from './exit-code.js';
export { run, type Surroundings } from './run.js';
