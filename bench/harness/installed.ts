import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clone. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Makes what a user has who installed the package, in a folder. Returns its root. */
export async function installed(folder: string): Promise<string> {
  const root = join(folder, 'diptych');
  cpSync(join(ROOT, 'bin'), join(root, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const name of ['console', 'data', 'node_modules']) symlinkSync(join(ROOT, name), join(root, name));
  const { bundle } = await import(new URL('../../scripts/bundle.js', import.meta.url).href);
  await bundle(join(root, 'dist'));
  return root;
}
