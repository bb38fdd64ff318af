// The list of the operations of the administration: src/admin/operations.ts.
import { readdirSync, readFileSync } from 'node:fs';

const ADMIN = new URL('../src/admin/', import.meta.url);
const OPERATION = /^export const (\w+) = operation\(/gm;

/** The names in a folder without extensions, sorted as the formatter sorts imports. */
const namesIn = (folder: string) =>
  readdirSync(new URL(folder, ADMIN))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.replace('.ts', ''))
    .sort();

const operationsIn = (path: string) =>
  [...readFileSync(new URL(`${path}.ts`, ADMIN), 'utf8').matchAll(OPERATION)].map(([, name]) => name);

/** A line for each operation that a folder of src/admin exports. */
export function operationsFile(): string {
  const folders = readdirSync(ADMIN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const paths = folders
    .map(({ name }) => name)
    .sort()
    .flatMap((folder) => namesIn(folder).map((name) => `${folder}/${name}`));
  const lines = paths.flatMap((path) =>
    operationsIn(path).map((name) => `export { ${name} } from './${path}.ts';\n`),
  );
  return `// Made by npm run docs.\n${lines.join('')}`;
}
