import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { put } from '../json.ts';
import { UserError } from '../user-error.ts';

/** Where something is written; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

export interface FileProblem extends Position {
  /** The member and what is wrong with it. */
  readonly message: string;
}

/** Most problems that one error tells. */
const MOST_PROBLEMS = 50;

/** A configuration file cannot be used. Lists its problems with their positions. */
export class ConfigurationFileError extends UserError {
  override readonly name = 'ConfigurationFileError';
  readonly problems: readonly FileProblem[];

  constructor(file: string, problems: readonly FileProblem[]) {
    const shown = problems.slice(0, MOST_PROBLEMS);
    const more = problems.length - shown.length;
    const lines = shown.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    super([...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'));
    this.problems = problems;
  }
}

/** A parsed file: its values, and where each of them is written. */
export interface YamlDocument {
  readonly value: unknown;
  /** Position of a member's name, or of an item; of the nearest parent if there is none. */
  nameAt(path: Path): Position;
  /** Position of a scalar; of the name of anything else. */
  valueAt(path: Path): Position;
}

/** Real files have hundreds of lines; the limits keep a hostile one from filling the memory. */
const MOST_BYTES = 2 << 20;
const MOST_VALUES = 200_000;
const MOST_DEPTH = 16;

interface Offsets {
  readonly name: number;
  readonly value: number;
}

const pointer = (path: Path) => JSON.stringify(path);

class Refused extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Builds plain values. Anchors are resolved in the order of the text, and each use counts as values of its own. */
class Reader {
  readonly offsets = new Map<string, Offsets>();
  readonly #anchors = new Map<string, Node>();
  #values = 0;

  read(node: unknown, path: Path, name: number): unknown {
    if (!isNode(node)) return null;
    const offset = node.range?.[0] ?? name;
    this.#values += 1;
    if (this.#values > MOST_VALUES) throw new Refused(offset, `the file has more than ${MOST_VALUES} values`);
    if (path.length > MOST_DEPTH) throw new Refused(offset, 'it is nested too deeply');
    if (isAlias(node)) {
      const target = this.#anchors.get(node.source);
      if (!target) throw new Refused(offset, `there is no anchor &${node.source} before this alias`);
      return this.read(target, path, name);
    }
    if (node.tag !== undefined) throw new Refused(offset, 'tags such as !!binary are not accepted');
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    this.offsets.set(pointer(path), { name, value: isScalar(node) ? offset : name });
    if (isMap(node)) return this.#members(node.items, path);
    if (isSeq(node)) {
      return node.items.map((item, index) =>
        this.read(item, [...path, index], (isNode(item) ? item.range?.[0] : undefined) ?? offset),
      );
    }
    return isScalar(node) ? node.value : null;
  }

  #members(items: readonly { readonly key: unknown; readonly value: unknown }[], path: Path): object {
    const members: object = {};
    for (const { key, value } of items) {
      const offset = (isNode(key) ? key.range?.[0] : undefined) ?? 0;
      if (!isScalar(key)) throw new Refused(offset, 'a name must be text');
      const name = key.source ?? String(key.value);
      if (key.tag !== undefined) throw new Refused(offset, 'tags such as !!binary are not accepted');
      if (Object.hasOwn(members, name))
        throw new Refused(offset, `${shownPath([...path, name])} is repeated`);
      put(members, name, this.read(value, [...path, name], offset));
    }
    return members;
  }
}

/** `groups.start-dach.lines.applovin-1.cpm`, `groups.start-dach.regions[0]` */
export function shownPath(path: Path): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('');
  return text.replace(/^\./, '').slice(0, 300);
}

/** Reads YAML 1.2 or JSON. @throws ConfigurationFileError with the first problem of the syntax */
export function readYaml(text: string, file: string): YamlDocument {
  const lines = new LineCounter();
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const refuse = (offset: number, message: string): never => {
    throw new ConfigurationFileError(file, [{ ...position(offset), message }]);
  };
  if (text.length > MOST_BYTES) return refuse(0, `the file is larger than ${MOST_BYTES >> 20} MiB`);
  const reader = new Reader();
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      // The library compares each key with each other one; `Reader` finds repeated keys.
      uniqueKeys: false,
      logLevel: 'error',
    });
    const problem = document.errors[0] ?? document.warnings[0];
    if (problem) {
      // The library descends into nested collections.
      const isDeep = problem.message.includes('call stack');
      const isSecond = problem.code === 'MULTIPLE_DOCS';
      const text = isSecond ? 'a file has one document; remove this one' : problem.message;
      return refuse(problem.pos[0], isDeep ? 'it is nested too deeply' : text);
    }
    const value = reader.read(document.contents, [], 0);
    const offsetsOf = (path: Path): Offsets =>
      reader.offsets.get(pointer(path)) ??
      (path.length === 0 ? { name: 0, value: 0 } : offsetsOf(path.slice(0, -1)));
    return {
      value,
      nameAt: (path) => position(offsetsOf(path).name),
      valueAt: (path) => position(offsetsOf(path).value),
    };
  } catch (error) {
    if (error instanceof Refused) return refuse(error.offset, error.message);
    throw error;
  }
}
