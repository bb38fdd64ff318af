export { type Filter, type FilterClause, type FilterField, type FilterTable, readFilter } from './check.ts';
export { type FieldValues, matchesFilter } from './match.ts';
