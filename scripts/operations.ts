// The list of the operations of the administration: src/admin/operations.ts.
import { readdirSync, readFileSync } from 'node:fs';

const ADMIN = new URL('../src/admin/', import.meta.url);
const OPERATION = /^export const (\w+) = operation\(/gm;

/** A line for each operation that a folder of src/admin exports. */
export function operationsFile() {
  const folders = readdirSync(ADMIN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name }) =>
    readdirSync(new URL(name, ADMIN)).map((file) => `${name}/${file}`),
  );
  const lines = files.sort().flatMap((file) => {
    const names = file.endsWith('.ts') ? readFileSync(new URL(file, ADMIN), 'utf8').matchAll(OPERATION) : [];
    return [...names].map(([, name]) => `export { ${name} } from './${file}';\n`);
  });
  return `// Made by npm run docs.\n${lines.join('')}`;
}
