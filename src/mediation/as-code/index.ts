export {
  ConfigurationFileError,
  type FileProblem,
  type Path,
  type Position,
} from '../../conventions/yaml/document.ts';
export type { Configuration } from './configuration.ts';
export { parseConfiguration } from './parse.ts';
