export { ExpressionError } from './expression/expression-error.js';
export { parseCondition } from './expression/parser/parse-condition.js';
export { parseProjection } from './expression/parser/parse-projection.js';
export { parseUpdate } from './expression/parser/parse-update.js';
export { Placeholders } from './expression/parser/placeholders.js';
