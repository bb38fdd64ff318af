import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Type } from 'typebox';
import { isCollection, isNode, LineCounter, parseDocument } from 'yaml';
import { SETTINGS, type Setting } from './settings.ts';

/** A value for a setting and where it came from, so that a refusal can point there. */
export interface Given {
  readonly name: string;
  readonly value: unknown;
  /** "line 3 of diptych.yaml", "the variable DIPTYCH_PORT", "the option --port" */
  readonly origin: string;
}

const FILE_SETTINGS = new Set([
  'data',
  'issuer.callers.jwks',
  'issuer.attestation.roots',
  'issuer.attestation.revocationList',
  'mediation.catalogue',
]);

/** Files named in a configuration file are looked for beside it. */
function resolved(name: string, value: unknown, folder: string): unknown {
  return FILE_SETTINGS.has(name) && typeof value === 'string' ? resolve(folder, value) : value;
}

function isSetting(name: string): boolean {
  return SETTINGS.some((setting) => setting.name === name);
}

function isGroup(name: string): boolean {
  return SETTINGS.some((setting) => setting.name.startsWith(`${name}.`));
}

/** JSON or YAML; unknown names are given too and refused with the rest. */
export function fromFile(path: string): readonly Given[] {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter: lines, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem) throw new Error(`${path} is neither JSON nor YAML: ${problem.message}`);
  const folder = dirname(resolve(path));
  const found: Given[] = [];
  const walk = (node: unknown, name: string) => {
    const start = isNode(node) && node.range ? lines.linePos(node.range[0]).line : 1;
    const origin = `line ${start} of ${path}`;
    if (isCollection(node) && 'get' in node && (name === '' || isGroup(name)) && !isSetting(name)) {
      for (const pair of node.items as { key: unknown; value: unknown }[]) {
        const key = String(isNode(pair.key) && 'value' in pair.key ? pair.key.value : pair.key);
        walk(pair.value, name === '' ? key : `${name}.${key}`);
      }
      return;
    }
    const value: unknown = isNode(node) ? node.toJS(document) : node;
    if (name === '' && value === null) return;
    found.push({ name, value: resolved(name, value, folder), origin });
  };
  walk(document.contents, '');
  return found;
}

/** Read by the commands that talk to a running server; no settings of the server itself. */
const CLIENT_VARIABLES = new Set(['DIPTYCH_CONFIG', 'DIPTYCH_ADMIN_URL', 'DIPTYCH_ADMIN_TOKEN']);

/** A variable's text as the setting's type; text that does not fit stays text and is refused by the schema. */
function typed({ schema }: Setting, text: string): unknown {
  if (Type.IsInteger(schema) && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (Type.IsBoolean(schema) && /^(true|false)$/.test(text)) return text === 'true';
  if (Type.IsArray(schema)) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return text;
}

export function fromEnvironment(environment: Readonly<Record<string, string | undefined>>): readonly Given[] {
  return Object.entries(environment).flatMap(([variable, text]) => {
    if (!variable.startsWith('DIPTYCH_') || CLIENT_VARIABLES.has(variable) || text === undefined) return [];
    const setting = SETTINGS.find((one) => one.variable === variable);
    const origin = `the variable ${variable}`;
    return setting
      ? [{ name: setting.name, value: typed(setting, text), origin }]
      : [{ name: variable, value: text, origin }];
  });
}
