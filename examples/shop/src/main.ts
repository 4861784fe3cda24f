import { program } from './program.js';
import { allSituations } from './situations/all-situations.js';

process.exitCode = await program(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  situations: allSituations,
  onTables: (deleteAll) => {
    process.once('SIGINT', () => {
      deleteAll().finally(() => process.exit(130));
    });
  },
});
