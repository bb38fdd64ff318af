// Writes the parts of docs/ that are generated from the code and the tests, and the methods that the command line knows.
import { readFileSync, writeFileSync } from 'node:fs';
import { SCALE_PARTS } from '../bench/capacity/page.ts';
import { OUTLINES } from '../src/cli/methods/outline.ts';
import { bytesPage } from '../test/docs/bytes/page.ts';
import { conformancePage } from '../test/docs/conformance/page.ts';
import { GENERATED, GENERATED_FILES, withGenerated } from '../test/docs/reference/generated.ts';
import { operationsFile } from './operations.ts';

for (const [file, parts] of Object.entries({ ...GENERATED, 'docs/explain/scale.md': SCALE_PARTS })) {
  const path = new URL(`../${file}`, import.meta.url);
  let text = readFileSync(path, 'utf8');
  for (const [marker, make] of Object.entries(parts)) text = withGenerated(text, marker, make());
  writeFileSync(path, text);
}

const FILES = {
  ...OUTLINES,
  ...GENERATED_FILES,
  'src/admin/operations.ts': operationsFile,
  'docs/conformance.md': conformancePage,
  'docs/reference/byte-examples.md': bytesPage,
};
for (const [file, make] of Object.entries(FILES)) {
  writeFileSync(new URL(`../${file}`, import.meta.url), await make());
}
