export type { Accepted, Finding, RuleName, Severity } from './review/finding.js';
export { type ReviewOptions, review } from './review/review.js';
export { type CloudFormationOptions, type CloudFormationTable, toCloudFormation } from './to-cloud-formation.js';
