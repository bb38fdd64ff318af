import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StatusError } from '../../conventions/status.ts';

interface Host {
  /** In lower case; an IPv6 address in brackets. */
  readonly name: string;
  readonly port: number | undefined;
}

/** Strict, so that this server reads the same host as the browser. */
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(\d{1,5}))?$/i;

/** Undefined if the text is not a host, with or without a port. */
export function parseHost(text: string): Host | undefined {
  const [, name, port] = HOST.exec(text) ?? [];
  return name === undefined
    ? undefined
    : { name: name.toLowerCase(), port: port === undefined ? undefined : Number(port) };
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export const isLoopbackName = (name: string) => LOOPBACK_NAMES.has(name);

/** Addresses that mean "all addresses" and so name no host. */
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

const bracketed = (host: string) => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host);

export const isTls = ({ raw }: FastifyRequest) => 'encrypted' in raw.socket;

const usualPort = (request: FastifyRequest) => (isTls(request) ? 443 : 80);

interface KnownHosts {
  /** The bound address of the listener. */
  readonly bound: string;
  /** `console.names`: hosts with or without a port. */
  readonly names: readonly string[];
  /** The address that clients use, if it differs. */
  readonly publicUrl?: string | undefined;
}

/**
 * Refuses a request whose Host header names an unknown host (DNS rebinding). @throws StatusError HOST_UNKNOWN
 */
export type HostCheck = (request: FastifyRequest) => void;

/**
 * Known hosts are: the names of this machine and the bound address, with the port of the listener; the public
 * address; and the names in the settings. A name without a port is known with the port of the listener and
 * with the port of the scheme.
 */
export function hostCheck({ bound, names, publicUrl }: KnownHosts): HostCheck {
  const own = new Set([
    ...LOOPBACK_NAMES,
    ...[bracketed(bound.toLowerCase())].filter((name) => !WILDCARDS.has(name)),
  ]);
  const named = names.flatMap((text) => parseHost(text) ?? []);
  const published = publicUrl === undefined ? undefined : URL.parse(publicUrl);

  return (request) => {
    const host = parseHost(request.headers.host ?? '');
    const listening = request.raw.socket.localPort;
    if (host !== undefined) {
      const { name, port = usualPort(request) } = host;
      if (own.has(name) && port === listening) return;
      if (published && name === published.hostname) {
        const usual = published.protocol === 'https:' ? 443 : 80;
        if ((host.port ?? usual) === Number(published.port || usual)) return;
      }
      const isNamed = named.some(
        (one) =>
          one.name === name &&
          (one.port === undefined
            ? host.port === undefined || host.port === listening || host.port === 443
            : one.port === port),
      );
      if (isNamed) return;
    }
    const text =
      'The header Host names a host that this listener does not serve to browsers; the setting console.names lists such names.';
    throw new StatusError('HOST_UNKNOWN', text);
  };
}

/** These answers tell nothing that is not public, and programs request the metadata of sign-in by any name. */
const ANY_HOST: ReadonlySet<string | undefined> = new Set([
  '/healthz',
  '/.well-known/oauth-protected-resource',
]);

/** Monitoring requests these by address. */
const MONITORED: ReadonlySet<string | undefined> = new Set(['/readyz', '/metrics']);

/** A page of a foreign name cannot have an address as its host, whatever its name resolves to. */
const isAddress = (host: string | undefined) =>
  isIP(parseHost(host ?? '')?.name.replace(/^\[|\]$/g, '') ?? '') !== 0;

/**
 * Checks the Host header of requests to the admin listener that a browser could send; a request with an
 * Authorization header comes from a program. The console does not rely on that header and checks all its
 * requests itself. Must be registered before any route.
 */
export function guardHosts(instance: FastifyInstance, check: HostCheck): void {
  instance.addHook('onRequest', async (request) => {
    const { headers, routeOptions } = request;
    const { url } = routeOptions;
    if (headers.authorization !== undefined || ANY_HOST.has(url)) return;
    if (MONITORED.has(url) && isAddress(headers.host)) return;
    check(request);
  });
}
