/**
 * The names by which existing clients know the service: method ids are `<name>.accounts.…`, and paths begin
 * with the version.
 */
export const SERVICE = {
  name: 'admob',
  canonicalName: 'AdMob',
  version: 'v1beta',
  batchPath: 'batch',
} as const;

/** The day on which the interface last changed. */
export const REVISION = '20261121';

/** Prefix of message and enum names in error messages. */
export const PROTO_PACKAGE = `${SERVICE.name}.${SERVICE.version}`;

/** HTTP method and path. `*` in a resource stands for one id. */
export interface Address {
  readonly httpMethod: 'GET' | 'POST' | 'PATCH';
  /** URI template in which one parameter has the whole resource name, for clients. */
  readonly path: string;
  /** The same path with one parameter for each id, for routers. */
  readonly flatPath: string;
  /** The parameter of `path`; absent if the path has none. */
  readonly parameter?: {
    readonly name: 'name' | 'parent';
    readonly pattern: string;
    readonly format: string;
  };
}

const segments = (resource: string) => resource.split('/');

function flattened(resource: string): string {
  const parts = segments(resource);
  return parts.map((part, index) => (part === '*' ? `{${parts[index - 1]}Id}` : part)).join('/');
}

/** `mediationGroups/*` as `mediationGroups/{mediation_group_id}`. */
function documented(resource: string): string {
  const parts = segments(resource);
  const idName = (collection: string) =>
    `{${collection.replace(/s$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_id}`;
  return parts
    .map((part, index) => (part === '*' ? idName(parts[index - 1] as string) : part))
    .join('/')
    .replace('{account_id}', '{publisher_id}');
}

function address(
  httpMethod: Address['httpMethod'],
  name: 'name' | 'parent',
  resource: string,
  suffix: string,
): Address {
  const pattern = `^${resource.replaceAll('*', '[^/]+')}$`;
  return {
    httpMethod,
    path: `${SERVICE.version}/{+${name}}${suffix}`,
    flatPath: `${SERVICE.version}/${flattened(resource)}${suffix}`,
    parameter: { name, pattern, format: documented(resource) },
  };
}

/** A method on a resource: `name` is the resource name. */
export const on = (httpMethod: Address['httpMethod'], resource: string, suffix = '') =>
  address(httpMethod, 'name', resource, suffix);

/** A method on a collection below a resource: `parent` is the name of that resource. */
export const under = (httpMethod: Address['httpMethod'], resource: string, suffix: string) =>
  address(httpMethod, 'parent', resource, suffix);

/** A method on a collection at the top level. */
export function top(httpMethod: Address['httpMethod'], collection: string): Address {
  const path = `${SERVICE.version}/${collection}`;
  return { httpMethod, path, flatPath: path };
}
