import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

interface Wanted {
  /** Name of the global variable that a classic script defines; without it, the bundle is a module. */
  readonly global?: string;
}

/** Bundles a module with its libraries into one minified file for a page. */
export async function bundled(module: URL, names: readonly string[], wanted: Wanted = {}): Promise<string> {
  const entry = '\0entry';
  const from = JSON.stringify(fileURLToPath(module));
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
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
