export {
  type FieldValues,
  type Filter,
  type FilterClause,
  type FilterField,
  type FilterTable,
  matchesFilter,
  readFilter,
} from './check.ts';
