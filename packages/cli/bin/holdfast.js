#!/usr/bin/env node
// The CommonJS build: Node.js loads its many small files in about two thirds of the time.
import '../dist/cjs/main.js';
