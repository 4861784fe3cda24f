export { type DynamoDBOptions, dynamodb } from './dynamodb.js';
export { type CommandTypes, toCommand } from './to-command.js';
