import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll } from 'vitest';

/** The file of the package, made as for a release. */
export function useShipped(): () => URL {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-resolve-'));
    const { bundleForApps } = await import(new URL('../../../scripts/bundle.js', import.meta.url).href);
    await bundleForApps(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return () => pathToFileURL(join(folder, 'resolve/index.js'));
}

interface Wanted {
  /** Name of the global variable that a classic script defines; without it, the bundle is a module. */
  readonly global?: string;
  /** Stands for the source of `diptych/resolve`. */
  readonly shipped?: URL;
}

/** Bundles a module with its libraries into one minified file for a page. */
export async function bundled(module: URL, names: readonly string[], wanted: Wanted = {}): Promise<string> {
  const entry = '\0entry';
  const { shipped } = wanted;
  const from = JSON.stringify(fileURLToPath(module));
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => {
          if (id === entry) return entry;
          return shipped && /\/src\/resolve\/index\.ts$/.test(id) ? fileURLToPath(shipped) : null;
        },
        load: (id) => (id === entry ? `export { ${names.join(', ')} } from ${from};` : null),
      },
    ],
  });
  try {
    const { output } = await bundle.generate({
      minify: true,
      ...(wanted.global ? { format: 'iife' as const, name: wanted.global } : { format: 'esm' as const }),
    });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}
