import { declaredPaths } from '../../conventions/declared-paths.ts';
import { SYSTEM_PARAMETER_NAMES } from '../../conventions/index.ts';
import type { Schema } from '../../conventions/json-schema.ts';
import { METHODS } from './methods.ts';

const declared = declaredPaths(() =>
  Object.values(METHODS).flatMap(({ query, ...method }) => [
    query as Schema,
    ...('request' in method ? [method.request as Schema] : []),
  ]),
);

const HEADERS: ReadonlySet<string> = new Set(['If-Match', 'If-None-Match']);

/**
 * The path of a member, parameter or header without what the client chose; undefined if no method declares it. Messages about
 * JSON begin with the name of the body: `mediation_group.display_name`.
 */
export const declaredPath = (path: string): string | undefined =>
  SYSTEM_PARAMETER_NAMES.has(path) || HEADERS.has(path)
    ? path
    : (declared(path) ?? declared(path.slice(path.indexOf('.') + 1)));
