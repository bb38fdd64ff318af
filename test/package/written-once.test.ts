import { expect, it } from 'vitest';

interface Deed {
  readonly what: string;
  readonly isAllowed: boolean;
}
const { deedsOf } = (await import(new URL('../../scripts/written-once.js', import.meta.url).href)) as {
  deedsOf(file: string, text: string): readonly Deed[];
};

const wrongIn = (file: string, text: string) =>
  deedsOf(file, text)
    .filter(({ isAllowed }) => !isAllowed)
    .map(({ what }) => what);

const SENDING = [
  'await fetch(address);',
  'const send = globalThis.fetch;',
  'const transport = { fetch };',
  'navigator.sendBeacon(address, text);',
  'new XMLHttpRequest();',
  'new EventSource(address);',
  'new WebSocket(address);',
  "import { request } from 'undici';",
  "import { request as send } from 'node:http';",
  "import { get } from 'https';",
  "import http from 'node:http';",
  "import * as https from 'node:https';",
  "import { connect } from 'node:http2';",
  "const { request } = await import('node:https');",
  "process.getBuiltinModule(isSecure ? 'node:https' : 'node:http').request(address);",
  "import got from 'got';",
];

it.each(SENDING)('a file that sends by itself is found: %s', (text) => {
  for (const file of ['src/cli/x.ts', 'src/demo/x.ts', 'src/conformance/x.ts', 'console/src/x.tsx'])
    expect(wrongIn(file, text)).toEqual(['sends requests']);
  for (const file of ['src/client/x.ts', 'src/connector/x.ts', 'src/http/oauth/x.ts'])
    expect(wrongIn(file, text)).toEqual([]);
});

it.each([
  '// fetch(address) is not called here',
  "const text = 'fetch the list';",
  "import { createServer } from 'node:http';",
  "import type { Agent } from 'node:http';",
  "import { type Dispatcher } from 'undici';",
  'interface Options { readonly fetch: boolean }',
  'cache.fetch(key);',
])('what only looks like it is not: %s', (text) => {
  expect(wrongIn('src/cli/x.ts', text)).toEqual([]);
});

it('a second function for capital letters, and a second reader of the fragment of an address, are found', () => {
  expect(wrongIn('src/cli/x.ts', 'const title = word.charAt(0).toUpperCase() + word.slice(1);')).toEqual([
    'writes a capital first letter',
  ]);
  expect(wrongIn('console/src/x.ts', 'new URLSearchParams(location.hash.slice(1)).get(name);')).toEqual([
    'reads the fragment of the address',
  ]);
});

it('a second reader of refusals, and a second parser of CSV, are found', () => {
  expect(wrongIn('console/src/x.ts', 'details.flatMap(({ fieldViolations }) => fieldViolations);')).toEqual([
    'reads fieldViolations',
  ]);
  expect(wrongIn('src/cli/x.ts', "import { parse } from 'csv-parse/sync';")).toEqual([
    'imports a parser of CSV',
  ]);
});
