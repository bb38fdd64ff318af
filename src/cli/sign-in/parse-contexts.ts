import {
  type Context,
  type Contexts,
  checkedName,
  INTERFACES,
  type Place,
  type SignIn,
  TLS_FILES,
  type TlsFiles,
} from './contexts.ts';

/** The content of a file with contexts is wrong. The message says where, and quotes no value. */
export class ContextsProblem extends Error {}

function members(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>;
  throw new ContextsProblem(`${where} is no object`);
}

function address(value: unknown, where: string): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isPlain) return value as string;
  throw new ContextsProblem(`${where} is no address with http:// or https://`);
}

const text = (value: unknown, where: string): string => {
  // A header or a form field with a control character would be refused later, with the secret in the message.
  if (typeof value === 'string' && value !== '' && !/\p{Cc}/u.test(value)) return value;
  throw new ContextsProblem(`${where} is no text`);
};

const number = (value: unknown, where: string): number => {
  if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15) return value;
  throw new ContextsProblem(`${where} is no time`);
};

type Read = (value: unknown, where: string) => unknown;

const REQUIRED: Readonly<Record<string, Read>> = { accessToken: text, expiresAt: number, clientId: text };
const OPTIONAL: Readonly<Record<string, Read>> = {
  refreshToken: text,
  tokenEndpoint: address,
  revocationEndpoint: address,
  clientSecret: text,
  person: text,
};

function signInOf(value: unknown, where: string): SignIn {
  const given = members(value, where);
  const read = (readers: Readonly<Record<string, Read>>, isNeeded: boolean) =>
    Object.entries(readers)
      .filter(([name]) => isNeeded || given[name] !== undefined)
      .map(([name, one]) => [name, one(given[name], `${where}.${name}`)]);
  return Object.fromEntries([...read(REQUIRED, true), ...read(OPTIONAL, false)]) as unknown as SignIn;
}

function placeOf(value: unknown, where: string): Place {
  const { url, signIn } = members(value, where);
  return {
    url: address(url, `${where}.url`),
    ...(signIn !== undefined && { signIn: signInOf(signIn, `${where}.signIn`) }),
  };
}

function nameOf(name: string, where: string): string {
  try {
    return checkedName(name);
  } catch {
    throw new ContextsProblem(`${where} has a name that contexts cannot have`);
  }
}

function tlsOf(value: unknown, where: string): TlsFiles {
  const given = members(value, where);
  const named = TLS_FILES.filter((one) => given[one] !== undefined);
  return Object.fromEntries(named.map((one) => [one, text(given[one], `${where}.${one}`)]));
}

function contextOf(value: unknown, where: string): Context {
  const given = members(value, where);
  const places = INTERFACES.filter((one) => given[one] !== undefined);
  return {
    ...Object.fromEntries(places.map((one) => [one, placeOf(given[one], `${where}.${one}`)])),
    ...(given.tls !== undefined && { tls: tlsOf(given.tls, `${where}.tls`) }),
  };
}

/** @throws ContextsProblem */
export function parseContexts(content: string): Contexts {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    throw new ContextsProblem('it is not JSON');
  }
  const { version, current, contexts } = members(json, 'it');
  if (version !== 1) throw new ContextsProblem('its version is not 1; a newer diptych may have written it');
  const read = Object.entries(members(contexts, 'contexts')).map(([given, value]) => {
    const name = nameOf(given, 'contexts');
    return [name, contextOf(value, `contexts.${name}`)] as const;
  });
  const names = new Set(read.map(([name]) => name));
  if (current !== undefined && !names.has(current as string))
    throw new ContextsProblem('current names none of the contexts');
  return {
    ...(current !== undefined && { current: current as string }),
    contexts: Object.fromEntries(read),
  };
}

export const printContexts = (all: Contexts): string =>
  `${JSON.stringify({ version: 1, ...all }, null, 2)}\n`;
