// Builds both consoles into console/dist/{operators,mediation}.
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { contractModule } from './contract-module.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One page for both consoles: it starts the code of its own. */
const pageOf = (entry: string): Plugin => ({
  name: 'diptych-page',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('%CONSOLE%', entry) },
});

for (const entry of ['operators', 'mediation'] as const)
  await build({
    configFile: false,
    root: `${root}pages`,
    base: '/console/',
    logLevel: 'error',
    publicDir: false,
    plugins: [pageOf(entry), contractModule(entry)],
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir: `${root}dist/${entry}`,
      // A small file would become a data: address, which the policy of the page refuses.
      assetsInlineLimit: 0,
      emptyOutDir: true,
      license: { fileName: 'licenses.json' },
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      // Each file that a screen waits for costs it time. The screens that open later have files of their own, and one for
      // what they share.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'page', tags: ['$initial'], priority: 1 },
              { name: 'parts', test: /[\\/]src[\\/](?!.*[\\/]screens[\\/])/, minShareCount: 2 },
            ],
          },
        },
      },
      target: 'es2023',
      chunkSizeWarningLimit: 1000,
    },
  });
