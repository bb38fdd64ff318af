import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { METHOD_NAMES, methodId } from '../../../src/mediation/contract/index.ts';
import { discoverAPI } from '../../support/google-client.ts';
import { newGroup, useHttpWorld } from '../http/support/world.ts';

const world = useHttpWorld();

type Members = Readonly<Record<string, unknown>>;

interface Method extends Members {
  readonly id: string;
  readonly httpMethod: string;
  readonly flatPath: string;
  readonly parameters: Readonly<Record<string, Members>>;
  readonly scopes: readonly string[];
}

interface Resource {
  readonly methods?: Readonly<Record<string, Method>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}

interface Document extends Members {
  readonly parameters: Members;
  readonly auth: { readonly oauth2: { readonly scopes: Members } };
  readonly schemas: Readonly<
    Record<string, { readonly id: string; readonly properties: Readonly<Record<string, Members>> }>
  >;
  readonly resources: NonNullable<Resource['resources']>;
}

/** The parts of a discovery document that are compared. */
interface Described {
  readonly members: Members;
  readonly scopes: readonly string[];
  readonly parameters: Members;
  readonly methods: Members;
  readonly schemas: Members;
}

const file = new URL('../../vectors/discovery/admob.v1beta.json', import.meta.url);
const { about: _, ...published } = JSON.parse(readFileSync(file, 'utf8')) as Described & { about: string };

const methodsOf = ({ methods = {}, resources = {} }: Resource): readonly Method[] => [
  ...Object.values(methods),
  ...Object.values(resources).flatMap(methodsOf),
];

function describedBy(document: Document): Described {
  const { parameters, auth, schemas, resources, ...members } = document;
  return {
    members,
    scopes: Object.keys(auth.oauth2.scopes),
    parameters,
    methods: Object.fromEntries(methodsOf({ resources }).map((method) => [method.id, method])),
    schemas,
  };
}

const PROSE = new Set(['description', 'enumDescriptions', 'title']);

/** Every member of a document with its path, such as `schemas MediationGroup properties name type`. Lists are not split. */
function membersOf(value: unknown, path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [[path.join(' '), JSON.stringify(value)]];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    PROSE.has(name) && typeof member !== 'object' ? [] : membersOf(member, [...path, name]),
  );
}

/** Members that only one of the documents has, or that differ. Descriptions are not compared. */
function differencesOf(was: Described, is: Described): readonly string[] {
  const withoutProse = (described: Described) =>
    new Map(membersOf(described).filter(([path]) => !/ (description|enumDescriptions|title)$/.test(path)));
  const [before, after] = [withoutProse(was), withoutProse(is)];
  return [
    ...[...before.keys()].filter((path) => !after.has(path)).map((path) => `left out ${path}`),
    ...[...after.keys()].filter((path) => !before.has(path)).map((path) => `added ${path}`),
    ...[...before.keys()]
      .filter((path) => after.has(path) && after.get(path) !== before.get(path))
      .map((path) => `changed ${path}`),
  ];
}

const WRITE = '(?:create|batchCreate|patch|stop)';

/** Every difference between the served document and the public one, with its reason. */
const DIFFERENCES = [
  ['changed members (rootUrl|mtlsRootUrl|baseUrl)', 'the address of this server'],
  ['changed members revision', 'the day on which this interface changed'],
  [
    'left out members (documentationLink|icons x\\d+|ownerDomain|ownerName)',
    'name the owner of another service',
  ],
  ['left out members version_module', 'a hint for the generators of the owner’s own libraries'],
  ['left out parameters (access_token|oauth_token) \\w+', 'ruling 15: tokens in the URL are refused'],
  ['left out parameters callback \\w+', 'ruling 15: callback is refused'],
  ['changed parameters alt enum', 'JSON alone is served'],
  ['changed scopes', 'ruling 5: the scopes are those of the deployment'],
  [`added methods \\S+\\.${WRITE} scopes`, 'ruling 19: the write methods have their scope'],
  [
    'changed methods \\S+\\.(list|get|generate) scopes',
    'ruling 5, and the scope monetization allows every method',
  ],
  ['added methods admob\\.accounts\\.mediationGroups\\.get .+', 'an addition: a group can be read'],
  [
    'added methods admob\\.accounts\\.mediationGroups\\.mediationAbExperiments\\.(get|list) .+',
    'an addition: experiments can be read (ruling 23)',
  ],
  ['added schemas ListMediationAbExperimentsResponse .+', 'ruling 23: mediationAbExperiments is its key'],
  [`added methods \\S+\\.${WRITE} parameters validateOnly \\w+`, 'ruling 17: validateOnly on every write'],
  ['added schemas (MediationGroup|MediationAbExperiment) properties etag type', 'ruling 17: etag'],
  ['added schemas MediationGroupTargeting properties adUnits .+', 'ruling 17: targeting.adUnits'],
  [
    'added methods admob\\.accounts\\.mediationGroups\\.(un)?archive .+',
    'an extension: groups can be archived',
  ],
  ['added schemas (Una|A)rchiveMediationGroupRequest .+', 'an extension: groups can be archived'],
  [
    'added methods admob\\.accounts\\.mediationGroups\\.list parameters showArchived \\w+',
    'an extension: archived groups can be listed',
  ],
  ['added schemas MediationGroup properties (priority|archiveTime) .+', 'an extension: priority and archive'],
  [
    'added methods admob\\.accounts\\.mediationGroups\\.(history|diff|rollback) .+',
    'an extension: the history of a group',
  ],
  [
    'added schemas (ListMediationGroupRevisionsResponse|MediationGroupRevision|DiffMediationGroupResponse|MediationGroupDifference|RollbackMediationGroupRequest) .+',
    'an extension: the history of a group',
  ],
  [
    'added methods admob\\.accounts\\.apps\\.servingKeys\\..+',
    'an addition: apps get their configuration by keys',
  ],
  [
    'added schemas (ServingKey|(List|Revoke)ServingKey\\w+) .+',
    'an addition: apps get their configuration by keys',
  ],
  [
    'added schemas MediationAbExperiment properties analysis .+',
    'an extension: the analysis of an experiment',
  ],
  [
    'added schemas (MediationAbExperimentAnalysis|Experiment(Arm|Interval|Look|SampleRatio)) .+',
    'an extension: the analysis of an experiment',
  ],
  ['added methods admob\\.accounts\\.lint .+', 'an addition: settings can be checked'],
  [
    'added schemas (LintAccountResponse|LintFinding|LintRuleCount) .+',
    'an addition: settings can be checked',
  ],
  ['added methods admob\\.accounts\\.statistics\\.ingest .+', 'an addition: statistics can be sent'],
  [
    'added schemas (IngestStatistics(Request|Response)|ReplacedStatistics|RejectedStatisticsRow|StatisticsRow) .+',
    'an addition: statistics can be sent',
  ],
] as const;

const rows = DIFFERENCES.map(([at, why]) => [at, why, new RegExp(`^${at}$`)] as const);

let document: Document;
let served: Described;
let differences: readonly string[] = [];
beforeAll(async () => {
  const response = await fetch(`${world().url}/$discovery/rest?version=v1beta`);
  document = (await response.json()) as Document;
  served = describedBy(document);
  differences = differencesOf(published, served);
});

describe('The served discovery document compared with the public one, member by member', () => {
  it.each(rows)('the served document differs from the public one at %s: %s', (_at, _why, pattern) => {
    expect(differences.filter((difference) => pattern.test(difference))).not.toEqual([]);
  });

  it('the served document has no other difference from the public one', () => {
    const unexplained = differences.filter(
      (difference) => !rows.some(([, , pattern]) => pattern.test(difference)),
    );
    expect(unexplained).toEqual([]);
  });

  it.each(Object.keys(published.methods))('the served document has the method %s', (id) => {
    expect(served.methods[id]).toMatchObject({ id, response: { $ref: expect.any(String) } });
  });

  it.each(Object.keys(published.schemas))('the served document has the schema %s', (name) => {
    expect(document.schemas[name]?.id).toBe(name);
  });
});

describe('The served discovery document is correct where the public one is not (ruling 19)', () => {
  it('the discovery document has the percentages 1, 10 or 50 and the plural mediationAbExperiments in names', () => {
    const members = document.schemas.MediationAbExperiment?.properties;
    expect(members?.treatmentTrafficPercentage?.description).toContain('1, 10 or 50');
    expect(members?.name?.description).toContain('/mediationAbExperiments/');
  });

  it('the discovery document has the scope monetization for write methods, readonly for reports, and either for others', () => {
    const [monetization, readonly, report, statistics] = served.scopes;
    expect([monetization, readonly, report, statistics]).toEqual([
      expect.stringMatching(/\/monetization$/),
      expect.stringMatching(/\/readonly$/),
      expect.stringMatching(/\/report$/),
      expect.stringMatching(/\/statistics$/),
    ]);
    for (const { id, httpMethod, scopes } of methodsOf(document)) {
      const reads = httpMethod === 'GET' ? [readonly, monetization] : [monetization];
      expect(scopes.filter((scope) => scope !== report && scope !== statistics)).toEqual(
        id.endsWith('.generate') ? [readonly] : reads,
      );
    }
  });

  it('the discovery document has the scope report for the methods that have it in the public one', () => {
    const idsWith = (methods: readonly Method[], scope: RegExp) =>
      methods
        .flatMap(({ id, scopes = [] }) => (scopes.some((one) => scope.test(one)) ? [id] : []))
        .toSorted();
    const ids = idsWith(Object.values(published.methods) as readonly Method[], /\.report$/);
    expect(ids).toHaveLength(6);
    expect(idsWith(methodsOf(document), /\/report$/)).toEqual(ids);
  });
});

describe('The consistency of the served discovery document', () => {
  it('the discovery document describes every method of the contract', () => {
    expect(Object.keys(served.methods).toSorted()).toEqual(METHOD_NAMES.map(methodId).toSorted());
  });

  it('the discovery document refers only to schemas that exist, and has no unused one', () => {
    const text = JSON.stringify(document);
    const refs = new Set([...text.matchAll(/"\$ref":"(\w+)"/g)].map(([, name]) => name));
    expect([...refs].toSorted()).toEqual(Object.keys(document.schemas).toSorted());
  });

  it('the discovery document has one description for each enum name', () => {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { enum: names, enumDescriptions } = value as { enum?: unknown[]; enumDescriptions?: unknown[] };
      if (Array.isArray(names)) expect(enumDescriptions).toHaveLength(names.length);
      Object.values(value).forEach(visit);
    };
    visit(document);
  });

  it('the patterns in the discovery document fit the names of its flat paths', () => {
    for (const { parameters, flatPath } of methodsOf(document)) {
      const [parameter] = Object.values(parameters).filter(({ location }) => location === 'path');
      if (!parameter) continue;
      const name = flatPath.replace(/^v1beta\//, '').replaceAll(/\{\w+\}/g, 'x');
      expect(name).toMatch(new RegExp(String(parameter.pattern).replace(/\$$/, '')));
    }
  });
});

interface Groups {
  get(parameters: object): Promise<{ readonly data: { readonly etag: string } }>;
  patch(parameters: object): Promise<{ readonly data: { readonly mediationGroupLines: Members } }>;
}

describe('The official Node client, made from the served document', () => {
  it('the client made from the document finds methods of both kinds, including additional ones', async () => {
    const { group, lineId } = await newGroup(world());
    const url = `${world().url}/$discovery/rest?version=v1beta`;
    const headers = { authorization: `Bearer ${world().token.write}` };
    const api = (await discoverAPI(url, { headers })) as {
      readonly accounts: { readonly mediationGroups: Groups };
    };
    const { mediationGroups } = api.accounts;
    const { name } = group;
    const { data } = await mediationGroups.patch({
      name,
      updateMask: `mediationGroupLines["${lineId}"].state`,
      validateOnly: true,
      requestBody: { mediationGroupLines: { [lineId]: { state: 'DISABLED' } } },
    });
    expect(data.mediationGroupLines[lineId]).toMatchObject({ state: 'DISABLED' });
    expect((await mediationGroups.get({ name })).data.etag).toBe(group.etag);
  });
});
