// Writes the parts of docs/ that are made from the code.
import { readFileSync, writeFileSync } from 'node:fs';
import { GENERATED, withGenerated } from '../src/server/docs/generated.ts';

for (const [file, parts] of Object.entries(GENERATED)) {
  const path = new URL(`../${file}`, import.meta.url);
  let text = readFileSync(path, 'utf8');
  for (const [marker, make] of Object.entries(parts)) text = withGenerated(text, marker, make());
  writeFileSync(path, text);
}
