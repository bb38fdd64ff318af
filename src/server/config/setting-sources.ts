import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Type } from 'typebox';
import { type Document, isCollection, isMap, isNode, isSeq, LineCounter, parseDocument } from 'yaml';
import { parseStrictJson } from '../../conventions/strict-json.ts';
import { resolvedIn } from './path-settings.ts';
import { POLICY_SETTINGS, SETTINGS, type Setting } from './settings.ts';

/** A kind of source: the settings that it may contain, and their names there. */
interface SourceKind {
  /** "a setting", "a member of the policy" */
  readonly label: string;
  /** The prefix that turns a name in this source into the name of a setting. */
  readonly prefix: string;
  readonly settings: readonly Setting[];
}

const ANY: SourceKind = { label: 'a setting', prefix: '', settings: SETTINGS };
const POLICY: SourceKind = {
  label: 'a member of the policy',
  prefix: 'issuer.',
  settings: POLICY_SETTINGS,
};

export type SourceName = 'file' | 'environment' | 'option';

/** A value of a setting and its origin, which error messages name. */
export interface GivenSettings {
  readonly source: SourceName;
  readonly name: string;
  readonly value: unknown;
  readonly kind: SourceKind;
  /** For example "diptych.yaml:3:5" or "the variable DIPTYCH_PORT". `inner` selects a part of the value. */
  readonly origin: (inner?: readonly string[]) => string;
}

/** A file that is unreadable, or is neither JSON nor YAML. The message names the file. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SourceError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

type Position = (path: readonly string[]) => string;

function parsed(path: string): { readonly document: Document; readonly position: Position } {
  const lineCounter = new LineCounter();
  const document = parseDocument(textOf(path), { lineCounter, uniqueKeys: true, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return `${path}:${line}:${col}`;
  };
  const [problem] = document.errors;
  if (problem) throw new SourceError(`${at(problem.pos[0])} is neither JSON nor YAML: ${problem.message}`);
  return { document, position: (members) => at(offsetOf(document, members)) };
}

function keyOf(key: unknown): string {
  return String(isNode(key) && 'value' in key ? key.value : key);
}

/**
 * Position of the name of a member, or of an element of a list. If it does not exist, position of the nearest
 * parent that does.
 */
function offsetOf(document: Document, path: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0;
  for (const member of path) {
    const pair = isMap(node) ? node.items.find(({ key }) => keyOf(key) === member) : undefined;
    const [place, next]: readonly unknown[] = isSeq(node)
      ? [node.items[Number(member)], node.items[Number(member)]]
      : [pair?.key, pair?.value];
    if (!isNode(place) || !place.range) return offset;
    [offset] = place.range;
    node = next;
  }
  return offset;
}

function walkerOf(kind: SourceKind, document: Document, position: Position, folder: string) {
  const isGroup = (name: string) =>
    name === '' || kind.settings.some((setting) => setting.name.startsWith(`${kind.prefix}${name}.`));
  const isSetting = (name: string) => kind.settings.some((setting) => setting.name === kind.prefix + name);
  const walk = (node: unknown, path: readonly string[]): GivenSettings[] => {
    const written = path.join('.');
    if (isMap(node) && isGroup(written) && !isSetting(written)) {
      return node.items.flatMap((pair) => walk(pair.value, [...path, keyOf(pair.key)]));
    }
    const value: unknown = isNode(node) ? node.toJS(document) : node;
    if (written === '' && value === null) return [];
    const name = kind.prefix + written;
    const schema = kind.settings.find((setting) => setting.name === name)?.schema;
    const origin = (inner: readonly string[] = []) => position([...path, ...inner]);
    return [
      { source: 'file', name, value: schema ? resolvedIn(folder, schema, value) : value, kind, origin },
    ];
  };
  return walk;
}

function read(path: string, kind: SourceKind): readonly GivenSettings[] {
  const { document, position } = parsed(path);
  const { contents } = document;
  if (contents !== null && !isCollection(contents)) throw new SourceError(`${path} holds no settings`);
  return walkerOf(kind, document, position, dirname(resolve(path)))(contents, []);
}

/** JSON or YAML. Unknown names are included here and refused later with the other problems. */
export const fromFile = (path: string) => read(path, ANY);

/** The settings of a policy file. */
export const fromPolicyFile = (path: string) => read(path, POLICY);

/** Variables for commands that call a running server; they are not settings of the server. */
const CLIENT_VARIABLES = new Set([
  'DIPTYCH_ADMIN_TOKEN',
  'DIPTYCH_ADMIN_URL',
  'DIPTYCH_BASE_URL',
  'DIPTYCH_CA',
  'DIPTYCH_CLIENT_CERT',
  'DIPTYCH_CLIENT_KEY',
  'DIPTYCH_CONFIG',
  'DIPTYCH_CONTEXT',
  'DIPTYCH_SIGN_IN',
  'DIPTYCH_TOKEN',
  'DIPTYCH_TOKEN_FILE',
]);

/**
 * Converts the text of a variable to the type of its setting. Text that does not fit stays text, which the
 * schema refuses.
 */
function typed({ schema }: Setting, text: string): unknown {
  if (Type.IsInteger(schema) && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (Type.IsBoolean(schema) && /^(true|false)$/.test(text)) return text === 'true';
  if (Type.IsArray(schema) || Type.IsRecord(schema)) {
    try {
      return parseStrictJson(text);
    } catch {
      return text;
    }
  }
  return text;
}

export function fromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): readonly GivenSettings[] {
  return Object.entries(environment).flatMap(([variable, text]) => {
    if (!variable.startsWith('DIPTYCH_') || CLIENT_VARIABLES.has(variable) || text === undefined) return [];
    const setting = SETTINGS.find((one) => one.variable === variable);
    const origin = () => `the variable ${variable}`;
    const [name, value] = setting ? [setting.name, typed(setting, text)] : [variable, text];
    return [{ source: 'environment', name, value, kind: ANY, origin }];
  });
}

export function fromOptions(options: Readonly<Record<string, unknown>>): readonly GivenSettings[] {
  const origin = () => 'an option of the command';
  return Object.entries(options).map(([name, value]) => ({
    source: 'option',
    name,
    value,
    kind: ANY,
    origin,
  }));
}
