export * from './etag.ts';
export * from './fields/compile.ts';
export * from './filter/check.ts';
export { type JsonObject, type JsonValue, keepJson, messageJson, printJson, sameJson } from './json.ts';
export type { Schema } from './json-schema.ts';
export { mergePatch } from './merge-patch.ts';
export { camelToSnake, snakeToCamel } from './names.ts';
export * from './page.ts';
export * from './proto-json/index.ts';
export {
  fieldsParameter,
  parseQuery,
  type Query,
  readSystemParameters,
  repeatedParameter,
  SYSTEM_PARAMETER_NAMES,
  type SystemParameters,
} from './query-parameters.ts';
export { REASONS, type Reason } from './reasons/index.ts';
export { faultsOf, gather, invalidArgument, invalidArguments, shown } from './refusal.ts';
export { effectiveMethod, mayGzip, VARY } from './request-headers.ts';
export * from './status.ts';
export { legacyErrors, statusDetails } from './status-details.ts';
export {
  checkMembers,
  hasFewValues,
  MOST_VALUES,
  parseStrictJson,
  RepeatedMemberError,
} from './strict-json.ts';
export * from './update-mask/index.ts';
