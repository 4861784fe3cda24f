export const generalHelp = `Usage: holdfast <command> [options]

Commands:
  serve        Serve an embedded DynamoDB engine over HTTP

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
