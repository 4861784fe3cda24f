#!/usr/bin/env node
// To serve, the CommonJS build: Node.js loads its many small files in about two thirds of the time. Everything else loads
// modules of the caller's, and shares its packages with them only as ESM.
await import(process.argv[2] === 'serve' ? '../dist/cjs/main.js' : '../dist/esm/main.js');
