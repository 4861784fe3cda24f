import { run } from './run.js';

const stop = new AbortController();
// A second signal ends the process at once.
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  load: (url) => import(url),
  signal: stop.signal,
}).then((code) => {
  process.exitCode = code;
});
