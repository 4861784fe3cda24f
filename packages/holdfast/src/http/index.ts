export { etag, type IfMatchHeader, ifMatch } from './entity-tag.js';
export { PreconditionError, type PreconditionStatus } from './precondition-error.js';
export { type Problem, type ProblemAnswer, type ProblemOptions, toProblem } from './to-problem.js';
