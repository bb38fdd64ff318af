export * from './etag.ts';
export * from './fields/index.ts';
export * from './filter/index.ts';
export { mayGzip, VARY } from './gzip.ts';
export { type JsonObject, type JsonValue, printJson, sameJson } from './json.ts';
export type { Schema } from './json-schema.ts';
export { hasFewValues, MOST_VALUES } from './json-values.ts';
export { mergePatch } from './merge-patch.ts';
export { keepJson, messageJson } from './message-json.ts';
export { effectiveMethod } from './method-override.ts';
export { camelToSnake, snakeToCamel } from './names.ts';
export * from './page.ts';
export * from './proto-json/index.ts';
export { parseQuery, type Query, repeatedParameter } from './query.ts';
export { REASONS, type Reason } from './reasons/index.ts';
export { faultsOf, gather, invalidArgument, invalidArguments, shown } from './refusal.ts';
export * from './status.ts';
export { legacyErrors, statusDetails } from './status-details.ts';
export { checkMembers, parseStrictJson, RepeatedMemberError } from './strict-json.ts';
export {
  fieldsParameter,
  readSystemParameters,
  SYSTEM_PARAMETER_NAMES,
  type SystemParameters,
} from './system-parameters.ts';
export * from './update-mask/index.ts';
