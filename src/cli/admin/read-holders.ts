import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { HolderImport } from '../../issuer/administration/index.ts';
import { UsageError } from '../exit.ts';

/** Largest import in one request, with room below the server's body limit. */
const MAX_FILE = 60 * 1024 * 1024;

function parse(path: string): unknown {
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}`);
  const text = readFileSync(path, 'utf8');
  if (text.length > MAX_FILE) throw new UsageError(`${path} is too large for one import; split it`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} is not JSON`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(content: unknown): readonly unknown[] {
  if (Array.isArray(content)) return content;
  if (isObject(content) && Array.isArray(content.holders)) return content.holders;
  return [content];
}

/** Base64 has no dot, file names have one. */
const FILE_NAME = /^[^\n]{1,400}\.(jpe?g|jp2|j2k)$/i;

function inlined(value: unknown, folder: string): unknown {
  const name = isObject(value) && typeof value.file === 'string' ? value.file : value;
  if (typeof name !== 'string' || (name === value && !FILE_NAME.test(name))) return value;
  const path = resolve(folder, name);
  if (!existsSync(path)) throw new UsageError(`there is no file ${path}, which a record names`);
  return readFileSync(path).toString('base64');
}

function withFiles(record: unknown, folder: string): unknown {
  if (!isObject(record) || !isObject(record.elements)) return record;
  const namespaces = Object.entries(record.elements).map(([namespace, elements]) => {
    if (!isObject(elements)) return [namespace, elements];
    const inlinedElements = Object.entries(elements).map(([name, value]) => [name, inlined(value, folder)]);
    return [namespace, Object.fromEntries(inlinedElements)];
  });
  return { ...record, elements: Object.fromEntries(namespaces) };
}

/** The records of a file, with the files that they name put in as base64; the server checks the rest. */
export function readHolders(path: string): HolderImport[] {
  const folder = dirname(resolve(path));
  return listOf(parse(path)).map((record) => withFiles(record, folder)) as HolderImport[];
}
