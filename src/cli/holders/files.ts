import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isObject } from '../../conventions/json.ts';

/** Base64 has no dot, file names have one. */
const FILE_NAME = /^[^\n]{1,400}\.(jpe?g|jp2|j2k)$/i;

interface Inlined {
  readonly record: unknown;
  readonly problem?: string;
}

/** The name of a file that stands for its bytes: `portrait.jpg`, or `{"file": "…"}`. */
function fileNameIn(value: unknown): string | undefined {
  if (isObject(value)) return typeof value.file === 'string' ? value.file : undefined;
  return typeof value === 'string' && FILE_NAME.test(value) ? value : undefined;
}

/** The record with the files beside `path` that it names put in as base64. */
export function inlineFiles(record: unknown, path: string): Inlined {
  if (!isObject(record) || !isObject(record.elements)) return { record };
  const missing: string[] = [];
  const folder = dirname(resolve(path));
  const inlined = (value: unknown): unknown => {
    const name = fileNameIn(value);
    if (name === undefined) return value;
    const file = resolve(folder, name);
    if (existsSync(file)) return readFileSync(file).toString('base64');
    missing.push(file);
    return value;
  };
  const namespaces = Object.entries(record.elements).map(([namespace, elements]) => {
    if (!isObject(elements)) return [namespace, elements];
    const members = Object.entries(elements).map(([name, value]) => [name, inlined(value)]);
    return [namespace, Object.fromEntries(members)];
  });
  const complete = { ...record, elements: Object.fromEntries(namespaces) };
  const [first] = missing;
  return first === undefined
    ? { record: complete }
    : { record: complete, problem: `names ${first}, which is not there` };
}
