export const generalHelp = `Usage: holdfast <command> [options]

Commands:
  serve        Serve an embedded DynamoDB engine over HTTP
  explore      Try every order of the requests of concurrent clients

Options:
  --help       Show this help, or that of a command
  --version    Show the version

Exit codes: 0 done, 1 failed, 2 wrong usage
`;

export const serveHelp = `Usage: holdfast serve [options]

Serves an embedded DynamoDB engine over HTTP. Its tables live in memory and end with it.

Options:
  --port <number>       Port to listen on; 0 for any free one (default: 8000)
  --host <address>      Address to listen on (default: 127.0.0.1, this machine only)
  --allow-host <name>   Answer requests that call the server by this name too, such as a
                        container's; may be repeated
  --expire-after <seconds>
                        Delete items so long after their time to live (default: never)
  --help                Show this help

Exit codes: 0 stopped by Ctrl-C, 1 could not listen, 2 wrong usage
`;

export const exploreHelp = `Usage: holdfast explore FILE [options]

Runs the explorations that a module exports: objects as explore() of @holdfast/sim takes them, or
arrays of them. A TypeScript module needs a Node.js that strips types (22.18 or later).

Options:
  --only <name>         Run the exploration of that name alone
  --schedules <number>  The most schedules of each (default: as it says, or 10000)
  --seconds <number>    The longest that each takes (default: as it says)
  --seed <number>       Fixes the schedules that are drawn at random (default: as it says, or 1)
  --replay <line>       Run one schedule: the line that a failure names; with --only where the
                        module has several explorations
  --picture <file>      Draw a failure there, as .html or .svg
  --help                Show this help

Exit codes: 0 all hold, 1 one does not, 2 wrong usage
`;
