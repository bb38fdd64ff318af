import { METHOD_NAMES, METHODS } from '../../../../src/mediation/contract/index.ts';
import { adUnitId, GROUP, PUBLISHER } from '../contents.ts';
import type { FuzzRequest } from '../request.ts';
import { batchOf, partOf } from '../requests/batch.ts';
import { bodyOfMethod, mediationRequest } from '../requests/mediation.ts';
import { SHAPE_NAMES, SHAPES, shapesOf, zipped } from '../shapes.ts';
import type { Stage } from '../stage.ts';

const BODY = 1024 * 1024 - 1000;
/** The longest address that the listener reads. */
const ADDRESS = 60_000;
const ACCOUNT = `/v1beta/accounts/${PUBLISHER}`;

const get = (path: string, name = path.slice(0, 80)): FuzzRequest => ({
  listener: 'panels',
  name,
  method: 'GET',
  path,
});

const repeated = (unit: string) => unit.repeat(ADDRESS / unit.length);

/** Every list, with each kind of parameters. */
function lists(): readonly FuzzRequest[] {
  const readable = METHOD_NAMES.filter((name) => METHODS[name].address.httpMethod === 'GET');
  return readable.flatMap((name) => {
    const request = mediationRequest(name);
    const { path } = request;
    const zip = [
      ['Accept-Encoding', 'gzip'],
      ['User-Agent', 'gzip'],
    ] as const;
    return [
      { ...request, path: `${path}?pageSize=20000` },
      { ...request, path: `${path}?pageSize=20000`, headers: zip, name: `${name}, compressed` },
      { ...request, path: `${path}?pageSize=20000&fields=nextPageToken` },
      { ...request, path: `${path}?pageSize=20000&prettyPrint=false` },
    ];
  });
}

const GROUPS = `${ACCOUNT}/mediationGroups`;

const longQueries: readonly FuzzRequest[] = [
  `${GROUPS}?filter=${repeated('IN(STATE,%20%22a%22)%20AND%20')}IN(STATE,%22a%22)`,
  `${GROUPS}?filter=IN(DISPLAY_NAME,%20${repeated('%22a%22,')}%22b%22)`,
  `${GROUPS}?filter=CONTAINS_ANY(AD_UNIT_IDS,%20${repeated('%22a%22,')}%22b%22)`,
  `${GROUPS}?fields=${repeated('a(')}`,
  `${GROUPS}?fields=${repeated('mediationGroups,')}nextPageToken`,
  `${GROUPS}?pageSize=20000&fields=${repeated('mediationGroups(mediationGroupLines),')}nextPageToken`,
  `${GROUPS}?${repeated('a=1&')}`,
  `${GROUPS}?${repeated('%41=%41&')}`,
  `/oauth/auth?${repeated('a=1&')}`,
  `/oauth/auth?response_type=code&client_id=x&scope=${repeated('a+')}`,
  `/${repeated('%2F')}`,
  `/v1beta/${repeated('..%2f')}`,
].map((path) => get(path));

const documents = [
  '/$discovery/rest?version=v1beta',
  '/openapi/mediation.json',
  '/.well-known/openid-configuration',
  '/oauth/jwks',
  '/readyz',
].map((path) => get(path));

/** A group with the largest number of lines, ad units and mappings that a body can contain. */
function fullGroup(): FuzzRequest {
  const line = {
    displayName: 'Line',
    adSourceId: '1063618907739174004',
    cpmMicros: '20000',
    state: 'ENABLED',
  };
  const mediationGroupLines = Object.fromEntries(
    Array.from({ length: 149 }, (_, index) => [`-${index + 1}`, line]),
  );
  const adUnitIds = Array.from({ length: 250 }, (_, index) => adUnitId(index));
  const targeting = { platform: 'ANDROID', format: 'BANNER', adUnitIds };
  const body = JSON.stringify({ displayName: 'Full', targeting, mediationGroupLines });
  return { ...mediationRequest('accounts.mediationGroups.create', body), name: 'a full group' };
}

function masks(): FuzzRequest {
  const request = mediationRequest('accounts.mediationGroups.patch');
  const mask = repeated('mediationGroupLines%5B%22-1%22%5D.state,');
  return {
    ...request,
    name: 'an endless mask',
    path: `${request.path}?updateMask=${mask}targeting.adUnitIds`,
  };
}

/** The largest body of every method that has one, plain and compressed. */
function bodies(): readonly FuzzRequest[] {
  const writing = METHOD_NAMES.filter((name) => METHODS[name].address.httpMethod !== 'GET');
  return writing.flatMap((name, number) =>
    shapesOf(number, SHAPE_NAMES).flatMap((shape) => {
      const start = JSON.stringify(bodyOfMethod(name)).slice(0, -1);
      const text = `${start}${start === '{' ? '' : ','}"x":${SHAPES[shape](BODY)}}`;
      const request = { ...mediationRequest(name, text), name: `${name} full of ${shape}` };
      const headers = [...(request.headers ?? []), ['Content-Encoding', 'gzip'] as const];
      return [request, { ...request, headers, body: zipped(text), name: `${request.name}, compressed` }];
    }),
  );
}

const HALF = 5 * 1024 * 1024;

/** The largest multipart bodies that are accepted. */
function batches(): readonly FuzzRequest[] {
  const end = '--b--';
  const many = (count: number, request: string) => partOf(request).repeat(count) + end;
  const zip = (name: string, text: string): FuzzRequest => {
    const request = batchOf(zipped(text), `a batch of ${name}`);
    return { ...request, headers: [...(request.headers ?? []), ['Content-Encoding', 'gzip']] };
  };
  const group = `POST ${GROUPS} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n`;
  return [
    batchOf(many(1000, `GET ${GROUPS}/${GROUP} HTTP/1.1`), 'a batch of 1000 gets'),
    batchOf(many(1000, 'GET /x HTTP/1.1'), 'a batch of 1000 wrong paths'),
    batchOf(many(50, `GET ${GROUPS}?pageSize=20000 HTTP/1.1`), 'a batch of 50 lists'),
    batchOf(many(100_000, 'GET /x HTTP/1.1'), 'a batch of too many parts'),
    batchOf(many(1, `${group}{"x":${SHAPES['empty lists'](HALF)}}`), 'a batch of one large body'),
    batchOf(many(5, `${group}{"x":${SHAPES['distinct members'](1_000_000)}}`), 'a batch of large bodies'),
    zip('header lines', many(1, `GET /x HTTP/1.1\r\n${'a:b\r\n'.repeat(HALF / 5)}`)),
    zip('blanks', many(1, `GET /x HTTP/1.1\r\nx:${' '.repeat(HALF)}\0`)),
    zip('line ends', many(1, '\n'.repeat(HALF))),
    zip('carriage returns', many(1, '\r'.repeat(HALF))),
    zip('delimiters', '--b \n'.repeat(HALF / 5)),
    zip('dashes', '--b'.repeat(HALF / 3)),
    zip('blanks behind a delimiter', `--b${' '.repeat(HALF)}`),
  ];
}

const form = (path: string, body: string): FuzzRequest => ({
  listener: 'panels',
  name: `a large form to ${path}`,
  method: 'POST',
  path,
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  body,
});

const FORM = 32 * 1024 - 10;

const forms = ['/oauth/token', '/oauth/revoke', '/oauth/auth', '/oauth/interaction/x/sign-in'].flatMap(
  (path) => [
    form(path, 'a=1&'.repeat(FORM / 4)),
    form(path, `grant_type=client_credentials&scope=${'a+'.repeat(FORM / 2)}`),
    form(path, `token=${'a.'.repeat(FORM / 2 - 10)}`),
  ],
);

export function worstPanelRequests({ credentials }: Stage): readonly FuzzRequest[] {
  const own = ['Authorization', credentials.panels] as const;
  const asked = [...lists(), ...longQueries, fullGroup(), masks(), ...bodies(), ...batches()];
  return [
    ...asked.map((request) => ({ ...request, headers: [...(request.headers ?? []), own] })),
    ...batches().map((request) => ({ ...request, name: `${request.name} of a stranger` })),
    ...documents,
    ...forms,
  ];
}
