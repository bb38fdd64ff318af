import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  ConfigurationFileError,
  type Path,
  readYaml,
  type YamlDocument,
} from '../../../conventions/yaml/document.ts';
import { type ShapeProblem, shapeProblems } from '../../../conventions/yaml/shape.ts';
import { UsageError } from '../../cli-errors.ts';
import { HolderMap } from './schema.ts';

/** A map that has the right format, and where its members are written. */
export interface ParsedMap {
  readonly map: HolderMap;
  readonly text: string;
  /** The name of the encoding of the CSV file. */
  readonly encoding: string;
  /** Names of files in it are relative to this folder. */
  readonly folder: string;
  /** @throws ConfigurationFileError with the positions of all problems, if there are any */
  refuse(problems: readonly ShapeProblem[]): void;
}

const refusal =
  (document: YamlDocument, file: string) =>
  (problems: readonly ShapeProblem[]): void => {
    if (problems.length === 0) return;
    throw new ConfigurationFileError(
      file,
      problems.map(({ path, at, message }) => ({
        ...(at === 'name' ? document.nameAt(path) : document.valueAt(path)),
        message,
      })),
    );
  };

/** `file` is its name in messages. @throws ConfigurationFileError with every problem of the format */
export function parseMap(text: string, file: string): ParsedMap {
  // Headings, codes and cells are compared in composed letters; editors of Macs may write decomposed ones.
  const document = readYaml(text.normalize('NFC'), file);
  const refuse = refusal(document, file);
  refuse(shapeProblems(HolderMap, document.value));
  const map = document.value as HolderMap;
  const { encoding: label = 'utf-8' } = map.csv ?? {};
  const encoding = encodingOf(label);
  if (encoding === undefined) {
    const message = 'csv.encoding must be a label of the Encoding Standard, such as windows-1253';
    refuse([valueProblem(['csv', 'encoding'], message)]);
  }
  return { map, text, encoding: encoding ?? label, folder: dirname(resolve(file)), refuse };
}

/** The name of an encoding by one of its labels (Encoding Standard 4.2): `latin1` is windows-1252. */
function encodingOf(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label);
    return encoding === 'x-user-defined' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** The parser refuses files of more than 2 MiB, too; a larger one is not even read. */
const MOST_BYTES = 4 << 20;

export function readMap(file: string): ParsedMap {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UsageError(`there is no file ${file}`);
  if (stats.size > MOST_BYTES) throw new UsageError(`${file} is too large for a map`);
  return parseMap(readFileSync(file, 'utf8'), file);
}

export const valueProblem = (path: Path, message: string): ShapeProblem => ({ path, at: 'value', message });
