export * from './etag.ts';
export * from './fields/compile.ts';
export * from './filter/check.ts';
export { type JsonObject, type JsonValue, keepJson, messageJson, printJson, sameJson } from './json.ts';
export type { Schema } from './json-schema.ts';
export { camelToSnake, snakeToCamel } from './json-schema.ts';
export { mergePatch } from './merge-patch.ts';
export * from './page.ts';
export { readQueryParameters } from './proto-json/query.ts';
export { readProtoJson } from './proto-json/read.ts';
export { scalarOf } from './proto-json/scalars.ts';
export { writeProtoJson } from './proto-json/write.ts';
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
export { applyUpdateMask, type MaskedUpdate } from './update-mask/apply.ts';
export { type MaskSegment, printMaskPath } from './update-mask/parse.ts';
export { type MaskEntry, resolveUpdateMask } from './update-mask/resolve.ts';
export { type MaskRule, type MaskTable, maskTable } from './update-mask/table.ts';
