export { type DynamoDBOptions, dynamodb } from './dynamodb.js';
