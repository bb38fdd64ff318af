/** Names of node:http that load undici, an HTTP client of Node that a server does not use. */
const OF_UNDICI = ['WebSocket', 'CloseEvent', 'MessageEvent'] as const;

/** An import of node:http reads all that it exports. So this must be called before the first one. */
export function withoutUndici(): void {
  const http: Partial<typeof import('node:http')> = process.getBuiltinModule('node:http');
  for (const name of OF_UNDICI) delete http[name];
}
