import { REVISION, SERVICE, type ServedMethods } from '../contract/index.ts';
import { resources, type ScopeStrings, SYSTEM_PARAMETERS } from './methods.ts';
import { schemas } from './schemas.ts';

interface DiscoveryOptions {
  /** Address of the interface, with a slash at its end. */
  readonly rootUrl: string;
  readonly served: ServedMethods;
  readonly scopes: ScopeStrings;
}

/** The scopes, in words for developers. */
export const SCOPE_DESCRIPTIONS = {
  monetization: 'See, create and edit monetization settings.',
  readonly: 'See account information, inventory, mediation settings and reports.',
  statistics: 'Send statistics.',
  report: 'See reports, and the id, time zone and currency of accounts.',
};

/** The discovery document of the interface: `/$discovery/rest?version=v1beta`. */
export function discoveryDocument({ rootUrl, served, scopes }: DiscoveryOptions): object {
  const { name, canonicalName, version, batchPath } = SERVICE;
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: `${name}:${version}`,
    name,
    canonicalName,
    version,
    revision: REVISION,
    title: 'Ad mediation configuration',
    description:
      'Mediation groups, A/B experiments, ad sources, adapters and ad unit mappings of publishers.',
    protocol: 'rest',
    rootUrl,
    mtlsRootUrl: rootUrl,
    servicePath: '',
    baseUrl: rootUrl,
    basePath: '',
    batchPath,
    fullyEncodeReservedExpansion: true,
    parameters: SYSTEM_PARAMETERS,
    auth: {
      oauth2: {
        scopes: {
          [scopes.monetization]: { description: SCOPE_DESCRIPTIONS.monetization },
          [scopes.readonly]: { description: SCOPE_DESCRIPTIONS.readonly },
          [scopes.report]: { description: SCOPE_DESCRIPTIONS.report },
          [scopes.statistics]: { description: SCOPE_DESCRIPTIONS.statistics },
        },
      },
    },
    schemas: schemas(served),
    resources: resources(served, scopes),
  };
}
