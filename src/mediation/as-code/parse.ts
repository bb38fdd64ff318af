import {
  ConfigurationFileError,
  type FileProblem,
  type Path,
  type Position,
  readYaml,
} from '../../conventions/yaml/document.ts';
import { shapeProblems } from '../../conventions/yaml/shape.ts';
import type { Configuration, Cpm, GroupEntry, LineEntry, MappingEntry } from './configuration.ts';
import { microsOf } from './money.ts';
import { referenceProblems } from './references.ts';
import { ConfigurationFile } from './schema.ts';

type FileGroup = ConfigurationFile['groups'][string];
type FileLine = NonNullable<FileGroup['lines']>[string];
type FileMapping = NonNullable<ConfigurationFile['mappings']>[string];

/** A map keeps names such as `constructor` apart from what objects inherit. */
const mapOf = <In, Out>(members: Readonly<Record<string, In>> = {}, made: (member: In) => Out) =>
  new Map(Object.entries(members).map(([key, member]) => [key, made(member)]));

const mappingOf = ({ values, ...rest }: FileMapping): MappingEntry => ({
  ...rest,
  values: mapOf(values, (value) => value),
});

const cpmOf = (text: string): Cpm => (text === 'live' ? 'live' : { micros: microsOf(text) });

const STATES = { enabled: 'ENABLED', disabled: 'DISABLED' } as const;
const IDFA = { all: 'ALL', available: 'AVAILABLE', 'not-available': 'NOT_AVAILABLE' } as const;

const lineOf = ({ cpm, state, mappings, ...rest }: FileLine): LineEntry => ({
  ...rest,
  ...(cpm !== undefined && { cpm: cpmOf(cpm) }),
  ...(state !== undefined && { state: STATES[state] }),
  ...(mappings !== undefined && { mappings: mapOf(mappings, (key) => key) }),
});

const groupOf = ({ state, idfa, lines, ...rest }: FileGroup): GroupEntry => ({
  ...rest,
  ...(state !== undefined && { state: STATES[state] }),
  ...(idfa !== undefined && { idfa: IDFA[idfa] }),
  lines: mapOf(lines, lineOf),
});

function modelOf(file: ConfigurationFile, positionOf: (path: Path) => Position): Configuration {
  return {
    publisher: file.publisher,
    adUnits: mapOf(file.adUnits, (id) => id),
    mappings: mapOf(file.mappings, mappingOf),
    groups: mapOf(file.groups, groupOf),
    ignored: file.lint?.ignore ?? [],
    positionOf,
  };
}

/**
 * Reads a configuration file, YAML or JSON. `file` is its name in messages. @throws ConfigurationFileError with every
 * wrong member, its line and its column
 */
export function parseConfiguration(text: string, file: string): Configuration {
  const document = readYaml(text, file);
  const shape = shapeProblems(ConfigurationFile, document.value).map(
    ({ path, at, message }): FileProblem => ({
      ...(at === 'name' ? document.nameAt(path) : document.valueAt(path)),
      message,
    }),
  );
  if (shape.length > 0) throw new ConfigurationFileError(file, shape);
  const configuration = modelOf(document.value as ConfigurationFile, document.valueAt);
  const problems = referenceProblems(configuration).map(({ path, message }) => ({
    ...document.valueAt(path),
    message,
  }));
  if (problems.length > 0) throw new ConfigurationFileError(file, problems);
  return configuration;
}
