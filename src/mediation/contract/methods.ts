import type { Static, TObject, TSchema } from 'typebox';
import { ListAdaptersResponse, ListAdSourcesResponse } from './ad-sources.ts';
import {
  DiffMediationGroupResponse,
  ListMediationGroupRevisionsResponse,
  RollbackMediationGroupRequest,
} from './history.ts';
import {
  AdUnit,
  AdUnitMapping,
  App,
  BatchCreateAdUnitMappingsRequest,
  BatchCreateAdUnitMappingsResponse,
  ListAdUnitMappingsResponse,
  ListAdUnitsResponse,
  ListAppsResponse,
  ListPublisherAccountsResponse,
  PublisherAccount,
} from './inventory.ts';
import { LintAccountResponse } from './lint.ts';
import {
  ListMediationAbExperimentsResponse,
  MediationAbExperiment,
  StopMediationAbExperimentRequest,
} from './mediation-ab-experiment.ts';
import {
  ArchiveMediationGroupRequest,
  ListMediationGroupsResponse,
  MediationGroup,
  UnarchiveMediationGroupRequest,
} from './mediation-group.ts';
import {
  DiffQuery,
  GroupListQuery,
  GroupQuery,
  HistoryQuery,
  LintQuery,
  MappingListQuery,
  NoQuery,
  PageQuery,
  PatchQuery,
  WriteQuery,
} from './query.ts';
import { REPORT_METHODS } from './report-methods.ts';
import { type Address, on, SERVICE, top, under } from './service.ts';
import { ListServingKeysResponse, RevokeServingKeyRequest, ServingKey } from './serving-key.ts';
import { IngestStatisticsRequest, IngestStatisticsResponse } from './statistics.ts';

/**
 * `monetization` allows every method, `readonly` those that change nothing, `report` those of `reporting`, and
 * `statistics` those that take numbers.
 */
export type Scope = 'monetization' | 'readonly' | 'report' | 'statistics';

export interface Method {
  readonly address: Address;
  readonly description: string;
  readonly kind: 'read' | 'write';
  readonly query: TObject;
  readonly request?: TSchema;
  readonly response: TSchema;
  /** The public interface does not have the method; absent without `mediation.groupExtensions`. */
  readonly extension?: true;
  /** Whether the answer is a sequence of messages of the type `response`. */
  readonly streams?: true;
  /** Whether the scope `report` suffices. */
  readonly reporting?: true;
  /** Whether it shows earnings, which `monetization` alone does not read. */
  readonly earnings?: true;
  /** Whether the scope `statistics` suffices. */
  readonly counting?: true;
  /** Maximum number of JSON values in the body, if it is not that of all methods. */
  readonly mostValues?: number;
}

const ACCOUNT = 'accounts/*';
const APP = 'accounts/*/apps/*';
const GROUP = 'accounts/*/mediationGroups/*';
const AD_UNIT = 'accounts/*/adUnits/*';

/**
 * All methods, by their place in the tree of resources. Routes, checks and the discovery document are made
 * from this table.
 */
export const METHODS = {
  'accounts.list': {
    address: top('GET', 'accounts'),
    description: 'Lists the publishers that the caller may see.',
    kind: 'read',
    query: PageQuery,
    response: ListPublisherAccountsResponse,
    reporting: true,
  },
  'accounts.get': {
    address: on('GET', ACCOUNT),
    description: 'Gets a publisher.',
    kind: 'read',
    query: NoQuery,
    response: PublisherAccount,
    reporting: true,
  },
  'accounts.lint': {
    address: under('GET', ACCOUNT, '/lint'),
    description: 'Finds what is probably wrong in the mediation settings of a publisher.',
    kind: 'read',
    query: LintQuery,
    response: LintAccountResponse,
  },
  'accounts.adSources.list': {
    address: under('GET', ACCOUNT, '/adSources'),
    description: 'Lists the ad sources.',
    kind: 'read',
    query: PageQuery,
    response: ListAdSourcesResponse,
    reporting: true,
  },
  'accounts.adSources.adapters.list': {
    address: under('GET', 'accounts/*/adSources/*', '/adapters'),
    description: 'Lists the adapters of an ad source.',
    kind: 'read',
    query: PageQuery,
    response: ListAdaptersResponse,
  },
  'accounts.apps.list': {
    address: under('GET', ACCOUNT, '/apps'),
    description: 'Lists the apps of a publisher.',
    kind: 'read',
    query: PageQuery,
    response: ListAppsResponse,
  },
  'accounts.apps.create': {
    address: under('POST', ACCOUNT, '/apps'),
    description: 'Creates an app.',
    kind: 'write',
    query: WriteQuery,
    request: App,
    response: App,
  },
  'accounts.apps.servingKeys.list': {
    address: under('GET', APP, '/servingKeys'),
    description: 'Lists the publishable keys of an app, with those that are revoked.',
    kind: 'read',
    query: PageQuery,
    response: ListServingKeysResponse,
  },
  'accounts.apps.servingKeys.create': {
    address: under('POST', APP, '/servingKeys'),
    description: 'Creates a publishable key, by which an app gets its configuration.',
    kind: 'write',
    query: WriteQuery,
    request: ServingKey,
    response: ServingKey,
  },
  'accounts.apps.servingKeys.revoke': {
    address: on('POST', `${APP}/servingKeys/*`, ':revoke'),
    description:
      'Revokes a publishable key for ever. Apps with this key keep the configuration that they have.',
    kind: 'write',
    query: WriteQuery,
    request: RevokeServingKeyRequest,
    response: ServingKey,
  },
  'accounts.adUnits.list': {
    address: under('GET', ACCOUNT, '/adUnits'),
    description: 'Lists the ad units of a publisher.',
    kind: 'read',
    query: PageQuery,
    response: ListAdUnitsResponse,
  },
  'accounts.adUnits.create': {
    address: under('POST', ACCOUNT, '/adUnits'),
    description: 'Creates an ad unit.',
    kind: 'write',
    query: WriteQuery,
    request: AdUnit,
    response: AdUnit,
  },
  'accounts.adUnits.adUnitMappings.list': {
    address: under('GET', AD_UNIT, '/adUnitMappings'),
    description: 'Lists the mappings of an ad unit.',
    kind: 'read',
    query: MappingListQuery,
    response: ListAdUnitMappingsResponse,
  },
  'accounts.adUnits.adUnitMappings.create': {
    address: under('POST', AD_UNIT, '/adUnitMappings'),
    description: 'Creates a mapping of an ad unit.',
    kind: 'write',
    query: WriteQuery,
    request: AdUnitMapping,
    response: AdUnitMapping,
  },
  'accounts.adUnitMappings.batchCreate': {
    address: under('POST', ACCOUNT, '/adUnitMappings:batchCreate'),
    description: 'Creates mappings of several ad units, all of them or none.',
    kind: 'write',
    query: WriteQuery,
    request: BatchCreateAdUnitMappingsRequest,
    response: BatchCreateAdUnitMappingsResponse,
  },
  'accounts.mediationGroups.list': {
    address: under('GET', ACCOUNT, '/mediationGroups'),
    description: 'Lists the mediation groups of a publisher.',
    kind: 'read',
    query: GroupListQuery,
    response: ListMediationGroupsResponse,
  },
  'accounts.mediationGroups.get': {
    address: on('GET', GROUP),
    description: 'Gets a mediation group.',
    kind: 'read',
    query: GroupQuery,
    response: MediationGroup,
  },
  'accounts.mediationGroups.create': {
    address: under('POST', ACCOUNT, '/mediationGroups'),
    description: 'Creates a mediation group with its lines and a line of the own network.',
    kind: 'write',
    query: WriteQuery,
    request: MediationGroup,
    response: MediationGroup,
  },
  'accounts.mediationGroups.patch': {
    address: on('PATCH', GROUP),
    description: 'Changes a mediation group and its lines: everything in the request, or nothing.',
    kind: 'write',
    query: PatchQuery,
    request: MediationGroup,
    response: MediationGroup,
  },
  'accounts.mediationGroups.archive': {
    address: on('POST', GROUP, ':archive'),
    description: 'Archives a mediation group: it is disabled, and only listed on request.',
    kind: 'write',
    query: WriteQuery,
    request: ArchiveMediationGroupRequest,
    response: MediationGroup,
    extension: true,
  },
  'accounts.mediationGroups.unarchive': {
    address: on('POST', GROUP, ':unarchive'),
    description: 'Brings an archived mediation group back; it stays disabled.',
    kind: 'write',
    query: WriteQuery,
    request: UnarchiveMediationGroupRequest,
    response: MediationGroup,
    extension: true,
  },
  'accounts.mediationGroups.history': {
    address: on('GET', GROUP, ':history'),
    description: 'Lists the revisions of a mediation group, the last one first.',
    kind: 'read',
    query: HistoryQuery,
    response: ListMediationGroupRevisionsResponse,
    extension: true,
  },
  'accounts.mediationGroups.diff': {
    address: on('GET', GROUP, ':diff'),
    description: 'Compares two revisions of a mediation group, value by value.',
    kind: 'read',
    query: DiffQuery,
    response: DiffMediationGroupResponse,
    extension: true,
  },
  'accounts.mediationGroups.rollback': {
    address: on('POST', GROUP, ':rollback'),
    description: 'Gives a mediation group the content of an earlier revision again, as a new revision.',
    kind: 'write',
    query: WriteQuery,
    request: RollbackMediationGroupRequest,
    response: MediationGroup,
    extension: true,
  },
  'accounts.mediationGroups.mediationAbExperiments.list': {
    address: under('GET', GROUP, '/mediationAbExperiments'),
    description: 'Lists the A/B experiments of a mediation group.',
    kind: 'read',
    query: PageQuery,
    response: ListMediationAbExperimentsResponse,
  },
  'accounts.mediationGroups.mediationAbExperiments.get': {
    address: on('GET', `${GROUP}/mediationAbExperiments/*`),
    description: 'Gets an A/B experiment.',
    kind: 'read',
    query: NoQuery,
    response: MediationAbExperiment,
  },
  'accounts.mediationGroups.mediationAbExperiments.create': {
    address: under('POST', GROUP, '/mediationAbExperiments'),
    description: 'Starts an A/B experiment in a mediation group.',
    kind: 'write',
    query: WriteQuery,
    request: MediationAbExperiment,
    response: MediationAbExperiment,
  },
  'accounts.mediationGroups.mediationAbExperiments.stop': {
    address: on('POST', `${GROUP}/mediationAbExperiments`, ':stop'),
    description: 'Stops the A/B experiment of a mediation group and keeps the lines of one variant.',
    kind: 'write',
    query: WriteQuery,
    request: StopMediationAbExperimentRequest,
    response: MediationAbExperiment,
  },
  ...REPORT_METHODS,
  'accounts.statistics.ingest': {
    address: under('POST', ACCOUNT, '/statistics:ingest'),
    description: 'Counts a batch of statistics. A batch that is sent again counts once.',
    kind: 'write',
    query: NoQuery,
    request: IngestStatisticsRequest,
    response: IngestStatisticsResponse,
    counting: true,
    mostValues: 60_000,
  },
} as const satisfies Record<string, Method>;

type Methods = typeof METHODS;
export type MethodName = keyof Methods;
export type QueryOf<Name extends MethodName> = Static<Methods[Name]['query']>;
export type BodyOf<Name extends MethodName> = Methods[Name] extends { readonly request: infer Request }
  ? Static<Request & TSchema>
  : undefined;
type MessageOf<Name extends MethodName> = Static<Methods[Name]['response']>;

/** A streamed answer. All of it is computed before the first message is sent. */
export interface Messages<Message> extends Iterable<Message> {
  /** Frees what the answer takes, when all messages were sent or the caller has gone. */
  release(): void;
}

export type ResponseOf<Name extends MethodName> = Methods[Name] extends { readonly streams: true }
  ? Messages<MessageOf<Name>>
  : MessageOf<Name>;

export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];

/** `admob.accounts.mediationGroups.patch` */
export const methodId = (name: MethodName) => `${SERVICE.name}.${name}`;

/** Writes need `monetization`; reads need any of several scopes. Who may edit settings does not therefore see earnings. */
export function scopesOf(name: MethodName): readonly Scope[] {
  const { kind, reporting, earnings, counting }: Method = METHODS[name];
  if (earnings) return ['readonly', 'report'];
  if (counting) return ['monetization', 'statistics'];
  if (kind === 'write') return ['monetization'];
  return reporting ? ['readonly', 'monetization', 'report'] : ['readonly', 'monetization'];
}
