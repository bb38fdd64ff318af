// Writes the parts of docs/ that are generated from the code and the tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { GENERATED, GENERATED_FILES, withGenerated } from '../src/server/docs/generated.ts';
import { conformancePage } from '../test/docs/conformance/page.ts';

for (const [file, parts] of Object.entries(GENERATED)) {
  const path = new URL(`../${file}`, import.meta.url);
  let text = readFileSync(path, 'utf8');
  for (const [marker, make] of Object.entries(parts)) text = withGenerated(text, marker, make());
  writeFileSync(path, text);
}

for (const [file, make] of Object.entries({ ...GENERATED_FILES, 'docs/conformance.md': conformancePage })) {
  writeFileSync(new URL(`../${file}`, import.meta.url), make());
}
