import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { isObject } from '../../conventions/json.ts';

/** Distinguishes file names from base64, which has no dot. */
const FILE_NAME = /^[^\n]{1,400}\.(jpe?g|jp2|j2k)$/i;

/** Largest image file in bytes, far more than a credential can contain. */
const MAX_IMAGE = 1024 * 1024;

interface Inlined {
  readonly record: unknown;
  readonly problem?: string;
  /** The problem without the name of the file. */
  readonly kind?: string;
}

/**
 * Why an image file cannot be used. Files in other folders are refused, because the author of the records
 * chooses the names.
 */
function fileProblem(file: string, folder: string): string | undefined {
  if (!file.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`))
    return 'is not in the folder of the records';
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return 'is not there';
  return stats.size > MAX_IMAGE ? `has more than ${MAX_IMAGE} bytes` : undefined;
}

/** Replaces image file names by the content of the files in base64. The files are in the folder of `path`. */
export function inlineFiles(record: unknown, path: string): Inlined {
  if (!isObject(record) || !isObject(record.elements)) return { record };
  const problems: Pick<Inlined, 'problem' | 'kind'>[] = [];
  const folder = dirname(resolve(path));
  const inlined = (place: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !FILE_NAME.test(value)) return value;
    const file = resolve(folder, value);
    const problem = fileProblem(file, folder);
    if (problem === undefined) return readFileSync(file).toString('base64');
    problems.push({
      problem: `${place} names ${file}, which ${problem}`,
      kind: `${place} names an image that ${problem}`,
    });
    return value;
  };
  const namespaces = Object.entries(record.elements).map(([namespace, elements]) => {
    if (!isObject(elements)) return [namespace, elements];
    const members = Object.entries(elements).map(([name, value]) => [
      name,
      inlined(`elements/${namespace}/${name}`, value),
    ]);
    return [namespace, Object.fromEntries(members)];
  });
  const complete = { ...record, elements: Object.fromEntries(namespaces) };
  return { record: complete, ...problems[0] };
}
