export type { Configuration } from './configuration.ts';
export { ConfigurationFileError, type FileProblem, type Path, type Position } from './document.ts';
export { parseConfiguration } from './parse.ts';
