export type {
  Configuration,
  Cpm,
  GroupEntry,
  IgnoredFinding,
  LineEntry,
  MappingEntry,
} from './configuration.ts';
export { OWN_NETWORK } from './configuration.ts';
export { ConfigurationFileError, type FileProblem, type Path, type Position } from './document.ts';
export { parseConfiguration } from './parse.ts';
