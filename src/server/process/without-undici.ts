/** Names of node:http that load undici, an HTTP client of Node that a server does not use. */
const OF_UNDICI = ['WebSocket', 'CloseEvent', 'MessageEvent'] as const;

/** An import of node:http reads all that it exports. So this must be called before the first one. */
export function withoutUndici(): void {
  const http = process.getBuiltinModule('node:http');
  // Unlike `delete`, this does not throw where a later Node forbids it.
  for (const name of OF_UNDICI) Reflect.deleteProperty(http, name);
}
