#!/usr/bin/env node
import '../dist/esm/main.js';
